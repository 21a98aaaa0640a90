// SPDX-License-Identifier: MIT
#pragma once
#include "reference_scheduler.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"
#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/round_order.hpp"

#include <tuple>

namespace malha::testing {

using conformance::BatchRow;
using conformance::ListedJobs;
using conformance::rigid_job;

/// The same of fragments: their CPUs are its size.
inline Job job_of_fragments(JobId id, Seconds submitted, std::vector<Fragment> fragments, Seconds run_time,
                            Seconds walltime = never) {
  int size = 0;
  for (const auto& fragment : fragments)
    size += fragment.cpus;
  auto job = rigid_job(id, submitted, size, run_time, walltime);
  job.fragments = std::move(fragments);
  return job;
}

/// Machines of those names and sizes, their nodes in a row.
inline std::vector<cluster::NamedMachine>
machines_of(const std::vector<std::pair<std::string, int>>& names_and_cpus) {
  std::vector<cluster::NamedMachine> machines;
  int first = 0;
  for (const auto& [name, cpus] : names_and_cpus) {
    machines.push_back({name, {first, cpus}});
    first += cpus;
  }
  return machines;
}

/// Runs a queue policy of the suite in the model of the batch scheduler. Throws std::logic_error, too, when a
/// round takes things out of their order.
class BatchRun : public conformance::QueueRun {
public:
  using QueueRun::QueueRun;
  using QueueRun::run;

  std::vector<ReferenceRow> run(const std::vector<ReferenceJob>& jobs) {
    std::vector<Job> all;
    all.reserve(jobs.size());
    for (const auto& job : jobs)
      all.push_back(
          rigid_job(static_cast<JobId>(job.id), job.submitted, job.size, job.run_time, job.walltime));
    std::vector<ReferenceRow> rows;
    for (const auto& row : run(all))
      rows.push_back({static_cast<long>(row.id), row.start, row.finish, row.killed});
    return rows;
  }

private:
  cluster::Decision decide(const cluster::QueueView& view) override {
    order_.decision_begins();
    return QueueRun::decide(view);
  }
  void submitted(const Job&, Seconds) override { order_.heard(Event::submission); }
  void ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState state) override {
    order_.heard(Event::end);
    QueueRun::ended(job, start, end, state);
  }
  void round_is_over(const cluster::Book&, Seconds) override { order_.round_begins(); }

  RoundOrder order_;
};

inline bool operator==(const ReferenceRow& a, const ReferenceRow& b) {
  return std::tie(a.id, a.start, a.finish, a.killed) == std::tie(b.id, b.start, b.finish, b.killed);
}

/// The rows of a policy of the suite.
inline std::vector<ReferenceRow> schedule_of(const std::string& policy,
                                             const std::map<std::string, std::string>& parameters,
                                             const std::vector<ReferenceJob>& jobs, int nodes) {
  const auto made = test::make<cluster::Queue>(policy, parameters);
  return BatchRun(nodes, *made).run(jobs);
}

} // namespace malha::testing
