// SPDX-License-Identifier: MIT
#include "policies/cluster/release.hpp"

#include "scenarios/runner/conformance/in_order.hpp"
#include "scenarios/runner/conformance/starts_of_run.hpp"

namespace malha::conformance {
namespace {

/// Asks a policy, and keeps what it says.
class WatchedRelease : public cluster::JobRelease {
public:
  WatchedRelease(cluster::JobRelease& policy, Asking& asking) : policy_(policy), asking_(asking) {}

  Seconds release(const cluster::QueuedJob& job, const cluster::ReleaseView& view) override {
    const Seconds found = asking_.ask([&] { return policy_.release(job, view); });
    const std::string which = "job " + std::to_string(job.id) + " is released ";
    if (!(found >= view.now))
      throw BrokenRule(which + "before it is submitted");
    if (!(found < never))
      throw BrokenRule(which + "at no finite date");
    if (found > view.now && !policy_.holds_back())
      throw BrokenRule(which + "later, and the policy says that it holds no job back");
    said.push_back({job.id, found});
    return found;
  }

  Json said = Json::array(); ///< of each job the date

private:
  cluster::JobRelease& policy_;
  Asking& asking_;
};

/// Jobs on a cluster that starts them in the order of their submission, from the first submission to the last
/// end. An answer has the date at which each job is released, and that at which it starts.
class ReleasedRun {
public:
  using Question = cluster::JobRelease;

  void fields(Fields& field, Draw& draw) {
    field("nodes", nodes_, from(1, 1000), draw.integer(1, 12));
    for (auto* series : {&carbon_, &price_}) {
      series->steps.resize(draw.count(1, 12));
      field.list(series == &carbon_ ? "carbon" : "price", series->steps,
                 [&](Fields& of_step, GivenStep& step) {
                   of_step("after", step.after, above_0(), draw.integer(1, draw.one_in(3) ? 90'000 : 3600));
                   of_step("value", step.value, from(0, 1e9), draw.integer(0, 4));
                 });
    }
    field("rest_of_period", rest_of_period_, above_0(), draw.one_in(2) ? never : draw.integer(1, 3600));
    given_.resize(draw.count(1, 30));
    field.list("jobs", given_, [&](Fields& of_job, GivenJob& job) {
      of_job("after", job.after, from(0, 1e9),
             draw.one_in(2) ? 0 : draw.integer(0, draw.one_in(3) ? 40'000 : 400));
      of_job("size", job.size, from(1, nodes_), draw.integer(1, nodes_));
      of_job("run_time", job.run_time, from(0, 1e9), draw.integer(0, 8000));
      of_job("walltime", job.walltime, above_0(), draw.integer(1, 20'000));
      of_job("begin", job.begin, from(0, 1e9), draw.one_in(6) ? draw.integer(1, 40'000) : 0);
    });
  }

  Json ask(cluster::JobRelease& policy, Asking& asking) const {
    InOrder in_order;
    WatchedRelease watched(policy, asking);
    QueueRun run(nodes_, in_order);
    const auto carbon = carbon_.series(rest_of_period_), price = price_.series(rest_of_period_);
    run.release = &watched;
    run.carbon = &carbon;
    run.price = &price;
    Json rows = starts_of(run.run(jobs()));
    return {{"released", std::move(watched.said)}, {"rows", std::move(rows)}};
  }

  std::string broken_rule(const Json& answer) const {
    return broken_by_waiting(answer.at("rows"), given_.size());
  }

private:
  struct GivenJob {
    Seconds after = 0; ///< since the submission of the job before
    int size = 1;
    Seconds run_time = 0, walltime = 1, begin = 0;
  };
  struct GivenStep {
    Seconds after = 1; ///< since the step before
    double value = 0;
  };
  struct GivenSeries {
    std::vector<GivenStep> steps;

    /// It begins at date 0 with value 1. `rest`: time from its last step to the end of its period; `never`:
    /// it has none.
    StepSeries series(Seconds rest) const {
      std::vector<StepSeries::Step> made{{0, 1}};
      for (const auto& step : steps)
        made.push_back({made.back().date + step.after, step.value});
      const auto period = rest < never ? std::optional(made.back().date + rest) : std::nullopt;
      return {std::move(made), period};
    }
  };

  std::vector<Job> jobs() const {
    std::vector<Job> jobs;
    Seconds submitted = 0;
    for (const auto& given : given_) {
      submitted += given.after;
      jobs.push_back(
          rigid_job(static_cast<JobId>(jobs.size()), submitted, given.size, given.run_time, given.walltime));
      jobs.back().dates.begin = given.begin;
    }
    return jobs;
  }

  int nodes_ = 1;
  GivenSeries carbon_, price_;
  Seconds rest_of_period_ = never;
  std::vector<GivenJob> given_;
};

} // namespace

MALHA_VIEWS(views<ReleasedRun>(true, true))

} // namespace malha::conformance
