// SPDX-License-Identifier: MIT
#include "policies/cluster/prediction.hpp"

#include "scenarios/runner/conformance/in_order.hpp"
#include "scenarios/runner/conformance/starts_of_run.hpp"

namespace malha::conformance {
namespace {

/// Asks a policy, and keeps what it says. Ends the run when corrections come on end.
class WatchedPrediction : public cluster::Prediction {
public:
  WatchedPrediction(cluster::Prediction& policy, Asking& asking, std::size_t jobs)
      : policy_(policy), asking_(asking), corrections_left_(1000 * jobs) {}

  Seconds predict(const cluster::QueuedJob& job, Seconds now) override {
    const Seconds found = asking_.ask([&] { return policy_.predict(job, now); });
    if (!(found > 0))
      throw BrokenRule("the prediction of job " + std::to_string(job.id) + " is not above 0");
    said.push_back({"predicted", job.id, number(found)});
    return found;
  }
  Seconds correct(const cluster::QueuedJob& job, const cluster::Outlived& outlived) override {
    const Seconds found = asking_.ask([&] { return policy_.correct(job, outlived); });
    if (!(outlived.start + found > outlived.now))
      throw BrokenRule("the corrected prediction of job " + std::to_string(job.id) +
                       " is not longer than it has run");
    if (corrections_left_-- == 0)
      throw BrokenRule("there are a thousand corrections a job, and jobs still run");
    said.push_back({"corrected", job.id, number(found)});
    return found;
  }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end) override {
    asking_.ask([&] {
      policy_.ended(job, start, end);
      return true;
    });
  }
  bool renews() const override {
    return asking_.ask([&] { return policy_.renews(); });
  }

  Json said = Json::array(); ///< each prediction and correction

private:
  cluster::Prediction& policy_;
  Asking& asking_;
  std::size_t corrections_left_;
};

/// Jobs of a few users on a cluster that starts them in the order of submission, from the first submission to
/// the last end. An answer has each prediction, each correction and the start of each job.
class PredictedRun {
public:
  using Question = cluster::Prediction;

  void fields(Fields& field, Draw& draw) {
    field("nodes", nodes_, from(1, 10'000), draw.integer(1, 12));
    given_.resize(draw.count(1, 30));
    field.list("jobs", given_, [&](Fields& of_job, GivenJob& job) {
      of_job("after", job.after, from(0, 1e9), draw.one_in(2) ? 0 : draw.integer(0, 400));
      of_job("size", job.size, from(1, nodes_), draw.integer(1, nodes_));
      of_job("run_time", job.run_time, from(0, 1e9), draw.integer(0, draw.one_in(4) ? 20'000 : 1000));
      of_job("walltime", job.walltime, above_0(), draw.one_in(6) ? never : draw.integer(1, 20'000));
      of_job("user", job.user, draw.one_in(8) ? "" : "user" + std::to_string(draw.integer(1, 4)));
    });
  }

  Json ask(cluster::Prediction& policy, Asking& asking) const {
    InOrder in_order;
    WatchedPrediction watched(policy, asking, given_.size());
    QueueRun run(nodes_, in_order);
    run.prediction = &watched;
    Json rows = starts_of(run.run(jobs()));
    return {{"said", std::move(watched.said)}, {"rows", std::move(rows)}};
  }

  std::string broken_rule(const Json& answer) const {
    return broken_by_waiting(answer.at("rows"), given_.size());
  }

private:
  struct GivenJob {
    Seconds after = 0; ///< since the submission of the job before
    int size = 1;
    Seconds run_time = 0, walltime = 1;
    std::string user;
  };

  std::vector<Job> jobs() const {
    std::vector<Job> jobs;
    Seconds submitted = 0;
    for (const auto& given : given_) {
      submitted += given.after;
      auto job =
          rigid_job(static_cast<JobId>(jobs.size()), submitted, given.size, given.run_time, given.walltime);
      job.user = given.user;
      jobs.push_back(std::move(job));
    }
    return jobs;
  }

  int nodes_ = 1;
  std::vector<GivenJob> given_;
};

} // namespace

MALHA_VIEWS(views<PredictedRun>(true, true))

} // namespace malha::conformance
