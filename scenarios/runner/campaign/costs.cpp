// SPDX-License-Identifier: MIT
#include "costs.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/records.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

namespace malha {

Costs::Costs(const std::filesystem::path& file) {
  if (!is_there(file))
    return;
  CsvReader rows(file);
  while (rows.next()) {
    const Seconds time = rows.real("seconds_per_run");
    if (!(time > 0 && time < never))
      rows.fail("seconds_per_run cannot be " + rows.text("seconds_per_run") + "; valid: above 0");
    add(rows.text("scenario"), rows.text_if_any("run"), rows.text_if_any("parameters"), time,
        rows.text_if_any("lower_bound") == "yes");
  }
}

void Costs::add(const std::string& scenario, const std::string& run, const std::string& parameters,
                Seconds time, bool is_lower_bound) {
  if (is_lower_bound)
    lower_bounds_.insert({scenario, run, parameters});
  of_cells_[{scenario, run, parameters}] = time;
  for (auto* mean : {&of_runs_[{scenario, run}], &of_scenarios_[scenario]}) {
    mean->sum += time;
    ++mean->number;
  }
}

std::optional<Seconds> Costs::of(const CampaignRun& run) const {
  if (const auto cell = of_cells_.find({run.scenario, run.run, run.parameters}); cell != of_cells_.end())
    return cell->second;
  if (const auto found = of_runs_.find({run.scenario, run.run}); found != of_runs_.end())
    return found->second.sum / found->second.number;
  if (const auto found = of_scenarios_.find(run.scenario); found != of_scenarios_.end())
    return found->second.sum / found->second.number;
  return std::nullopt;
}

void Costs::write(const std::filesystem::path& file) const {
  write_file(file, [this](std::ostream& out) {
    out << "scenario,run,parameters,seconds_per_run,lower_bound\n";
    for (const auto& [names, time] : of_cells_)
      out << csv_field(names[0]) << ',' << csv_field(names[1]) << ',' << csv_field(names[2]) << ','
          << shortest(time) << (lower_bounds_.count(names) > 0 ? ",yes\n" : ",\n");
  });
}

std::vector<int> split_by_cost(const std::vector<Seconds>& costs, int parts) {
  constexpr Seconds longest = 1e6;     // so that sums do not overflow
  constexpr double microseconds = 1e6; // in a second
  std::vector<std::int64_t> work;      // in microseconds: sums of integers do not depend on their order
  for (const Seconds cost : costs)
    work.push_back(std::max<std::int64_t>(1, std::llround(std::min(cost, longest) * microseconds)));
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return work[a] > work[b]; });
  using Part = std::pair<std::int64_t, int>;                            // its work so far, its number
  std::priority_queue<Part, std::vector<Part>, std::greater<>> by_work; // the least first
  for (int part = 0; part < parts; ++part)
    by_work.emplace(0, part);
  std::vector<int> part_of(costs.size());
  for (const auto item : order) {
    const auto [sum, part] = by_work.top();
    by_work.pop();
    part_of[item] = part;
    by_work.emplace(sum + work[item], part);
  }
  return part_of;
}

} // namespace malha
