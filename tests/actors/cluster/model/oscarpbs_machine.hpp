// SPDX-License-Identifier: MIT
#pragma once
#include "batch_run.hpp"
#include "oscarpbs_reference.hpp"
#include "oscarpbs_reference_batch.hpp"
#include "policies/cluster/queue/oscarpbs/emergency.hpp"

namespace malha::testing {

/// Job of the suite for one of the reference's; machines are named by their numbers.
inline Job job_of(const OscarJob& given) {
  std::vector<Fragment> fragments;
  for (const auto& one : given.fragments)
    fragments.push_back({one.cpus, one.machine < 0 ? "" : std::to_string(one.machine), one.exclusive});
  auto job =
      job_of_fragments(given.id, given.submitted, std::move(fragments), given.run_time, given.walltime);
  job.service = given.service == 'Q'   ? ServiceClass::qos
                : given.service == 'E' ? ServiceClass::emergency
                                       : ServiceClass::common;
  if (given.service != 'C')
    job.deadline = given.deadline;
  const auto& may = given.powers;
  job.extensions.set(cluster::oscarpbs::Powers{may.critical_starve_allocated, may.qos_allocated,
                                               may.emergency_allocated, may.common_running,
                                               may.starve_running, may.qos_running, may.emergency_running});
  return job;
}

inline std::map<std::string, std::string> parameters_of(const OscarSettings& settings) {
  return {{"tolerance", shortest(settings.tolerance)},
          {"fixed_weight", shortest(settings.fixed_weight)},
          {"deallocation_limit", std::to_string(settings.deallocation_limit)},
          {"starve", settings.starve ? "on" : "off"},
          {"starve_tolerance", shortest(settings.starve_tolerance)},
          {"max_suspension", shortest(settings.max_suspension)},
          {"push", settings.push ? "on" : "off"}};
}

inline std::vector<cluster::NamedMachine> numbered_machines(const std::vector<int>& cpus) {
  std::vector<std::pair<std::string, int>> machines;
  for (std::size_t machine = 0; machine < cpus.size(); ++machine)
    machines.emplace_back(std::to_string(machine), cpus[machine]);
  return machines_of(machines);
}

/// The suite's OscarPBS in the model of the batch scheduler. Jobs by id are in the order of their submission.
inline OscarResult oscarpbs_of_the_suite(const std::vector<int>& machine_cpus,
                                         const std::vector<OscarJob>& jobs, const OscarSettings& settings) {
  const auto policy = test::make<cluster::Queue>("cluster/oscarpbs", parameters_of(settings));
  BatchRun machine(numbered_machines(machine_cpus), *policy);
  OscarResult result;
  std::map<cluster::JobHandle, long> ids; // of jobs that wait, or are to be stopped
  machine.look = [&](const cluster::QueueView& view, const cluster::Decision& decision) {
    for (const auto& job : view.queue)
      ids[job.handle] = static_cast<long>(job.id);
    for (const auto& move : decision.moved)
      result.pushes.push_back({view.now, ids.at(move.job), move.fragment, move.from, move.to});
    for (const auto handle : decision.deallocated)
      ++result.deallocations[ids.at(handle)];
  };
  std::vector<Job> all;
  for (const auto& job : jobs)
    all.push_back(job_of(job));
  for (const auto& row : machine.run(all)) {
    if (row.dropped)
      result.never_ran.push_back(static_cast<long>(row.id));
    else
      result.rows.push_back({static_cast<long>(row.id), row.start, row.finish, row.machines, row.restarts});
  }
  return result;
}

inline std::string text_of(const OscarRow& row) {
  std::string text =
      "job " + std::to_string(row.id) + " " + shortest(row.start) + "-" + shortest(row.finish) + " on";
  for (const int machine : row.machines)
    text += " " + std::to_string(machine);
  return text + ", killed " + std::to_string(row.kills) + " times";
}

inline std::string text_of(const OscarPush& push) {
  return "t=" + shortest(push.date) + " job " + std::to_string(push.job) + " fragment " +
         std::to_string(push.fragment) + " " + std::to_string(push.from) + ">" + std::to_string(push.to);
}

template <class Row>
std::string first_difference(const std::string& what, const std::vector<Row>& found,
                             const std::vector<Row>& expected) {
  for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
    const std::string ours = i < found.size() ? text_of(found[i]) : "none";
    const std::string theirs = i < expected.size() ? text_of(expected[i]) : "none";
    if (ours != theirs)
      return what + ": " + ours + " instead of " + theirs + "\n";
  }
  return "";
}

/// Pushes of one insertion have no order.
inline std::vector<OscarPush> in_order(std::vector<OscarPush> pushes) {
  std::stable_sort(pushes.begin(), pushes.end(), [](const OscarPush& a, const OscarPush& b) {
    return std::tie(a.date, a.job, a.fragment) < std::tie(b.date, b.job, b.fragment);
  });
  return pushes;
}

inline std::string differences(const OscarResult& found, const OscarResult& expected) {
  std::string text = first_difference("rows", found.rows, expected.rows) +
                     first_difference("pushes", in_order(found.pushes), in_order(expected.pushes));
  if (found.never_ran != expected.never_ran)
    text += "different jobs never ran\n";
  return text;
}

} // namespace malha::testing
