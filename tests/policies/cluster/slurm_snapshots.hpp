// SPDX-License-Identifier: MIT
#pragma once
#include "slurm_asking.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace malha::cluster {

/// Compares single decisions of a real Slurm with those of cluster/slurm. slurm/snapshots/README.md says what
/// an instance holds.
namespace slurm_snapshots {

using Json = nlohmann::json;

/// "n[1-3,7]" as a text of an IndexSet, from 0.
inline std::string from_0(const std::string& names) {
  std::string text;
  for (std::size_t at = 0; at < names.size();) {
    if (std::isdigit(static_cast<unsigned char>(names[at])) == 0) {
      text += names[at] == '-' ? "-" : names[at] == ',' ? " " : "";
      ++at;
      continue;
    }
    const auto end = std::min(names.find_first_not_of("0123456789", at), names.size());
    text += std::to_string(std::stoi(names.substr(at, end - at)) - 1);
    at = end;
  }
  return text;
}

inline bool starts(const Json& job) { return job.at("state") == "RUNNING"; }
inline Seconds number(const Json& value) {
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}
inline Seconds date_of(const Json& job) { return number(job.at("start")); }
inline Seconds limit_of(const Json& job) { return 60 * job.at("limit").get<double>(); }

/// The first start of the decision; without one, the date at which the scheduler was let go.
inline Seconds date_of_decision(const Json& instance) {
  Seconds first = never;
  for (const auto& job : instance.at("queue"))
    if (starts(job))
      first = std::min(first, date_of(job));
  return first < never ? first : number(instance.at("up"));
}

/// What Slurm and the policy do in one instance. A planned date agrees within a minute, because Slurm decides
/// in more than one pass.
struct Compared {
  test::Ids real, ours;
  test::Ids later; ///< started by our second pass
  int planned = 0, agree = 0, same_nodes = 0;
};

/// What starts in another pass a second later, once the decision has been carried out.
inline test::Ids second_pass(SlurmAsking& asking, const std::vector<test::Waiting>& jobs,
                             const Decision& decision) {
  std::set<JobHandle> started;
  for (const auto& start : decision.start) {
    asking.runs(start.nodes.text(), asking.now + jobs[start.job].walltime);
    started.insert(start.job);
  }
  std::list<QueuedJob> queue;
  for (JobHandle job = 0; job < jobs.size(); ++job)
    if (started.count(job) == 0)
      queue.push_back(
          {job, static_cast<TaskId>(job), jobs[job].submitted, jobs[job].walltime, jobs[job].size});
  ++asking.now;
  test::Ids ids;
  for (const auto& start : asking.ask(queue, {}).start)
    ids.push_back(start.job);
  return ids;
}

inline Compared compared(const Json& instance, const SlurmAsking::Given& parameters) {
  SlurmAsking asking(instance.at("nodes").get<int>(), parameters);
  asking.now = date_of_decision(instance);
  asking.explain = true;
  for (const auto& job : instance.at("running"))
    asking.runs(from_0(job.at("nodes").get<std::string>()), date_of(job) + limit_of(job));
  std::vector<test::Waiting> jobs;
  for (const auto& job : instance.at("queue"))
    jobs.push_back({job.at("size").get<int>(), limit_of(job), asking.now});
  const auto decision = asking.decision(jobs);
  Compared result;
  const auto& queue = instance.at("queue");
  for (std::size_t i = 0; i < queue.size(); ++i)
    if (starts(queue[i]))
      result.real.push_back(static_cast<TaskId>(i));
  for (const auto& start : decision.start) {
    result.ours.push_back(start.job);
    result.same_nodes +=
        starts(queue[start.job]) && start.nodes.text() == from_0(queue[start.job].at("nodes"));
  }
  std::sort(result.ours.begin(), result.ours.end());
  result.later = second_pass(asking, jobs, decision);
  for (const auto& reason : decision.reasons)
    if (reason.date < never && !starts(queue[reason.job]) && queue[reason.job].at("planned") != "") {
      ++result.planned;
      result.agree += std::abs(reason.date - date_of(queue[reason.job])) <= 60;
    }
  return result;
}

struct Total {
  int instances = 0, same = 0, same_with_later = 0, starts = 0, same_nodes = 0, planned = 0, agree = 0;
  std::string misses;
};

inline std::string text_of(const test::Ids& ids) {
  std::string text;
  for (const auto id : ids)
    text += " " + std::to_string(id);
  return text;
}

/// Asks the policy about an instance, which `file` calls by its seed. Misses are told.
inline void add_instance(Total& total, const std::string& file, const Json& instance,
                         const SlurmAsking::Given& parameters) {
  const auto one = compared(instance, parameters);
  ++total.instances;
  total.same += one.ours == one.real;
  auto all = one.ours;
  all.insert(all.end(), one.later.begin(), one.later.end());
  std::sort(all.begin(), all.end());
  total.same_with_later += all == one.real;
  total.starts += static_cast<int>(one.ours.size());
  total.same_nodes += one.same_nodes;
  total.planned += one.planned;
  total.agree += one.agree;
  if (one.ours != one.real)
    total.misses += file + " " + instance.at("seed").get<std::string>() + ": Slurm starts" +
                    text_of(one.real) + "; the policy" + text_of(one.ours) + "\n";
}

} // namespace slurm_snapshots
} // namespace malha::cluster
