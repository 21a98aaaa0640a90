// SPDX-License-Identifier: MIT
#include "policies/cluster/priority.hpp"

#include "scenarios/runner/conformance/in_order.hpp"
#include "scenarios/runner/conformance/starts_of_run.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <cmath>

namespace malha::conformance {
namespace {

/// Asks a policy, and ends the run when passes come on end.
class WatchedPriority : public cluster::Priority {
public:
  WatchedPriority(cluster::Priority& policy, Asking& asking, std::size_t jobs)
      : policy_(policy), asking_(asking), passes_left_(1000 * (jobs + 1)) {}

  double priority(const cluster::QueuedJob& job, const cluster::PriorityView& view) override {
    const double found = asking_.ask([&] { return policy_.priority(job, view); });
    if (!std::isfinite(found))
      throw BrokenRule("the priority of job " + std::to_string(job.id) + " is not finite");
    return found;
  }
  Seconds next_pass(Seconds now) override {
    const Seconds next = asking_.ask([&] { return policy_.next_pass(now); });
    if (!(next >= now))
      throw BrokenRule("the next pass is before the last one");
    if (passes_left_-- == 0)
      throw BrokenRule("there are a thousand passes a job, and jobs are still there");
    return next;
  }
  void started(const cluster::QueuedJob& job, Seconds now) override {
    asking_.ask([&] {
      policy_.started(job, now);
      return true;
    });
  }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end) override {
    asking_.ask([&] {
      policy_.ended(job, start, end);
      return true;
    });
  }

private:
  cluster::Priority& policy_;
  Asking& asking_;
  std::size_t passes_left_;
};

/// Jobs of a few users on a cluster that starts them in the order of their priorities, from the first
/// submission to the last end. An answer has the start of each job.
class RankedRun {
public:
  using Question = cluster::Priority;

  void fields(Fields& field, Draw& draw) {
    field("nodes", nodes_, from(1, 10'000), draw.integer(1, 12));
    given_.resize(draw.count(1, 30));
    field.list("jobs", given_, [&](Fields& of_job, GivenJob& job) {
      of_job("after", job.after, from(0, 1e9), draw.one_in(2) ? 0 : draw.integer(0, 400));
      of_job("size", job.size, from(1, nodes_), draw.integer(1, nodes_));
      of_job("run_time", job.run_time, from(0, 1e9), draw.integer(0, 1000));
      of_job("walltime", job.walltime, above_0(), draw.integer(1, 2000));
      of_job("user", job.user, draw.one_in(8) ? "" : "user" + std::to_string(draw.integer(1, 4)));
      of_job("account", job.account, draw.one_in(2) ? "" : "account" + std::to_string(draw.integer(1, 2)));
      of_job("qos", job.qos, draw.one_in(2) ? "" : "high");
    });
  }

  Json ask(cluster::Priority& policy, Asking& asking) const {
    InOrder in_order;
    WatchedPriority watched(policy, asking, given_.size());
    QueueRun run(nodes_, in_order);
    run.priority = &watched;
    return starts_of(run.run(jobs()));
  }

  std::string broken_rule(const Json& rows) const { return broken_by_waiting(rows, given_.size()); }

private:
  struct GivenJob {
    Seconds after = 0; ///< since the submission of the job before
    int size = 1;
    Seconds run_time = 0, walltime = 1;
    std::string user, account, qos;
  };

  std::vector<Job> jobs() const {
    std::vector<Job> jobs;
    Seconds submitted = 0;
    for (const auto& given : given_) {
      submitted += given.after;
      auto job =
          rigid_job(static_cast<JobId>(jobs.size()), submitted, given.size, given.run_time, given.walltime);
      job.user = given.user;
      job.account = given.account;
      job.qos = given.qos;
      jobs.push_back(std::move(job));
    }
    return jobs;
  }

  int nodes_ = 1;
  std::vector<GivenJob> given_;
};

} // namespace

MALHA_VIEWS(views<RankedRun>(true, true))

} // namespace malha::conformance
