// SPDX-License-Identifier: MIT
#include "submission_order.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/campaign/shard.hpp"
#include "scenarios/runner/campaign/time_probes.hpp"
#include "slurm.hpp"
#include "survey.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>

namespace malha {
namespace {

constexpr Seconds best_task = 1800; ///< centres ask for tasks of at least half an hour

/// "01:20:00", in steps of ten minutes. Nothing is known of the machine, so that a task gets three times what
/// it took elsewhere.
std::string time_for(Seconds task) {
  const auto minutes = 10 * std::max(1L, std::lround(std::ceil(3 * task / 600)));
  char text[32];
  std::snprintf(text, sizeof text, "%02ld:%02ld:00", minutes / 60, minutes % 60);
  return text;
}

/// How many tasks there can be, and how many were asked for.
struct TaskNumbers {
  int most;
  std::optional<int> asked;
};

TaskNumbers task_numbers(const Options& options, const std::vector<PlannedRun>& runs) {
  std::set<std::string> different;
  for (const auto& one : runs)
    different.insert(one.hash);
  const auto most_shards = static_cast<int>(different.size());
  const int most = options.has("print") ? most_shards : slurm::most_tasks().value_or(most_shards);
  if (!options.has("tasks"))
    return {std::min(most_shards, most), std::nullopt};
  const auto tasks = parse_number<int>(options.text("tasks"));
  if (!tasks || *tasks < 1 || *tasks > most_shards)
    throw InputError("submit: --tasks cannot be " + options.text("tasks") + "; valid: from 1 to " +
                     std::to_string(most_shards) + ", the number of different runs");
  if (*tasks > most)
    throw InputError("submit: --tasks cannot be " + options.text("tasks") +
                     ": this centre takes arrays of at most " + std::to_string(most) +
                     " tasks (MaxArraySize); valid: --tasks " + std::to_string(most) +
                     " or fewer, with longer tasks or a larger -j");
  return {most_shards, tasks};
}

/// The number of tasks of --tasks; by default each runs about half an hour.
int number_of_tasks(const TaskNumbers& numbers, Seconds work) {
  return numbers.asked.value_or(
      std::min(numbers.most, static_cast<int>(std::clamp(std::ceil(work / best_task), 1.0, 1e6))));
}

/// If probes were cut short, the time of a task is unknown: the user has to give it.
void check_bounds(const TimeProbes& probes, const Options& options) {
  const std::string needed = options.has("print") ? "tasks" : "time";
  if (probes.cut > 0 && !options.has(needed))
    throw InputError("submit: " + text_of(probes) + "; valid: --" + needed +
                     (needed == "time" ? " T, the time that a task may take" : " N, the number of tasks"));
}

/// Finished runs of another build are made again only where --again says so.
void check_outdated(const Options& options, const std::vector<ShardStanding>& shards) {
  std::size_t number = 0, runs = 0;
  for (const auto& shard : shards)
    if (shard.state == ShardStanding::State::outdated && shard.done > 0) {
      ++number;
      runs += shard.done;
    }
  if (number == 0)
    return;
  const auto text = std::to_string(number) + (number == 1 ? " shard has " : " shards have ") +
                    std::to_string(runs) + (runs == 1 ? " finished run" : " finished runs") +
                    " of another build of Malha, or of other inputs";
  if (!options.has("again"))
    throw InputError("submit: " + text +
                     ", which would be made again; valid: --again to make them again, or the build and the "
                     "inputs that they were made with");
  std::cerr << complaint("submit: " + text + "; they will be made again");
}

} // namespace

ShardOrder order_of_all(const Options& options, const CampaignRequest& request,
                        const std::vector<PlannedRun>& runs, const Library& library,
                        const TaskOptions& tasks) {
  ShardOrder order;
  order.submission.request = request;
  order.submission.tasks = tasks;
  const auto numbers = task_numbers(options, runs);
  const auto probes = probe_times(runs, Costs(library.data() / "scenarios" / "run_times.csv"), library);
  if (probes.interrupted_by != 0)
    end_by_signal(probes.interrupted_by);
  check_bounds(probes, options);
  order.costs = probes.costs;
  order.probes = text_of(probes);
  const int workers = order.submission.tasks.workers;
  const auto work = planned_shards(runs, order.costs, 1, workers).front().time;
  order.submission.shards = planned_shards(runs, order.costs, number_of_tasks(numbers, work), workers);
  Seconds longest = 0;
  for (const auto& shard : order.submission.shards)
    longest = std::max(longest, shard.time);
  if (order.submission.tasks.time.empty())
    order.submission.tasks.time = time_for(longest);
  order.shards.resize(order.submission.shards.size());
  std::iota(order.shards.begin(), order.shards.end(), 1);
  return order;
}

ShardOrder order_of_missing(const Options& options, const SubmittedCampaign& before,
                            const std::vector<PlannedRun>& runs, const std::filesystem::path& folder,
                            const TaskOptions& tasks) {
  ShardOrder order{before, Costs(costs_file(folder)), {}, ""};
  order.submission.request.whole = whole_of(describe(runs));
  order.submission.tasks = tasks;
  order.submission.shards = planned_shards(runs, order.costs, static_cast<int>(before.shards.size()),
                                           order.submission.tasks.workers);
  std::vector<std::string> said;
  const auto shards = standing_of(order.submission, folder, said);
  for (const auto& remark : said)
    std::cerr << complaint("submit: " + remark);
  check_outdated(options, shards);
  for (int shard = 1; shard <= static_cast<int>(shards.size()); ++shard) {
    const auto state = shards[static_cast<std::size_t>(shard - 1)].state;
    if (state == ShardStanding::State::failed || state == ShardStanding::State::missing ||
        state == ShardStanding::State::outdated)
      order.shards.push_back(shard);
  }
  return order;
}

} // namespace malha
