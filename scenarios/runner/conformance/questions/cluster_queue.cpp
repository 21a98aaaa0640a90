// SPDX-License-Identifier: MIT
#include "results/validate/promises.hpp"
#include "scenarios/runner/conformance/sized_jobs.hpp"
#include "scenarios/runner/conformance/starts_of_run.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <cmath>
#include <set>

namespace malha::conformance {
namespace {

/// Asks a policy, and ends the run when decisions come on end.
class WatchedQueue : public cluster::Queue {
public:
  WatchedQueue(cluster::Queue& policy, Asking& asking, std::size_t jobs)
      : policy_(policy), asking_(asking), left_(1000 * (jobs + 1)) {}

  cluster::Decision decide(const cluster::QueueView& view) override {
    if (left_-- == 0)
      throw BrokenRule("it is asked a thousand times a job, and jobs are still there");
    return asking_.ask([&] { return policy_.decide(view); });
  }
  bool heeds_nodes() const override { return policy_.heeds_nodes(); }
  bool heeds_stock() const override { return policy_.heeds_stock(); }
  bool resizes() const override { return policy_.resizes(); }

private:
  cluster::Queue& policy_;
  Asking& asking_;
  std::size_t left_;
};

/// Holds a policy to the promises that its reasons make, as `malha validate` does with decisions.csv.
class PromisesOfRun {
public:
  explicit PromisesOfRun(Asking& asking) : asking_(asking) {}

  void look(const cluster::QueueView& view, const cluster::Decision& decision) {
    if (view.changes.promises_void)
      promises_.void_all();
    for (const auto& job : view.queue)
      names_[job.handle] = std::to_string(job.id);
    for (const auto handle : decision.deallocated)
      promises_.forget(names_[handle]);
    std::set<cluster::JobHandle> starts, drops(decision.drop.begin(), decision.drop.end());
    for (const auto& start : decision.start)
      starts.insert(start.job);
    for (const auto& reason : decision.reasons)
      look(reason, starts.erase(reason.job) > 0, drops.count(reason.job) > 0, view.now);
    for (const auto handle : starts) // it gives no reason
      say(promises_.starts(names_[handle], false, std::nullopt, view.now));
  }

private:
  void look(const cluster::Reason& reason, bool starts, bool drops, Seconds now) {
    const std::string code = reason.code;
    const auto& job = names_[reason.job];
    const auto promised = reason.date < never ? std::optional(reason.date) : std::nullopt;
    if (starts)
      say(promises_.starts(job, code == "head", promised, now));
    else if (drops)
      promises_.forget(job);
    else if (code == "head_reserved" || code == "promised")
      say(promises_.waits(job, code == "head_reserved", promised, now));
  }

  void say(const std::optional<Promises::Broken>& broken) {
    if (broken && broken->by_another_head)
      asking_.shows(Trait::changing_heads,
                    broken->text + ", after another job came to the head of the queue");
  }

  Asking& asking_;
  Promises promises_{{}};
  std::map<cluster::JobHandle, std::string> names_; ///< numbers of jobs; handles are used again
};

/// Priorities that change every half minute, with many ties.
class ChangingPriorities : public cluster::Priority {
public:
  double priority(const cluster::QueuedJob& job, const cluster::PriorityView& view) override {
    const auto pass = static_cast<std::int64_t>(view.now / period);
    return static_cast<double>((7 * job.id + 3 * pass) % 5);
  }
  Seconds next_pass(Seconds now) override { return (std::floor(now / period) + 1) * period; }

private:
  static constexpr Seconds period = 30;
};

/// Predictions that are too short for many jobs. If they are renewed, they change whenever a job has ended.
class ChangingPredictions : public cluster::Prediction {
public:
  explicit ChangingPredictions(bool are_renewed) : are_renewed_(are_renewed) {}

  Seconds predict(const cluster::QueuedJob& job, Seconds) override {
    return job.walltime / 4 * static_cast<double>(1 + (5 * job.id + ended_) % 4);
  }
  Seconds correct(const cluster::QueuedJob& job, const cluster::Outlived& outlived) override {
    return outlived.now - outlived.start + job.walltime / 4;
  }
  void ended(const cluster::QueuedJob&, Seconds, Seconds) override { ++ended_; }
  bool renews() const override { return are_renewed_; }

private:
  const bool are_renewed_;
  std::int64_t ended_ = 0;
};

/// Rigid jobs on a cluster from the first submission to the last end. The policy is asked whenever something
/// happens, and may give its reasons in half of the runs. In a third of them the order of the queue changes,
/// in a third the walltimes are predictions, in a third there is a partition, and in a third an advance
/// reservation, if the policy heeds nodes. In half of them jobs have several sizes, if the policy resizes. An
/// answer has of each job its number, start, end and nodes, and what nodes a job of several sizes has over
/// time.
class ClusterRun {
public:
  using Question = cluster::Queue;

  /// Jobs with many ties. In half of the runs dates are whole; in the others they are parts of a second that
  /// doubles do not hold, so that sums round.
  void fields(Fields& field, Draw& draw) {
    field("nodes", nodes_, from(1, 10'000), draw.integer(1, 24));
    const int longest_gap = draw.one_in(2) ? 5 : 60;
    const double unit = draw.one_in(2) ? 1 : draw.integer(3, 10);
    field("explain", explains_, draw.integer(0, 1));
    const bool are_sized = draw.one_in(2);
    given_.resize(draw.count(1, 40));
    field.list("jobs", given_, [&](Fields& of_job, GivenJob& job) {
      const int run_time = draw.one_in(10)  ? 0
                           : draw.one_in(8) ? 10
                                            : draw.integer(1, draw.one_in(4) ? 300 : 40);
      const int limit = draw.one_in(3)   ? run_time
                        : draw.one_in(4) ? run_time * 3 / 4
                                         : run_time * draw.integer(1, 5);
      const int size = draw.one_in(8) ? nodes_ : draw.integer(1, draw.one_in(2) ? (nodes_ + 3) / 4 : nodes_);
      of_job("after", job.after, from(0, 1e9), draw.one_in(2) ? 0 : draw.integer(0, longest_gap) / unit);
      of_job("size", job.size, from(1, nodes_), size);
      of_job("run_time", job.run_time, from(0, 1e9), run_time / unit);
      of_job("walltime", job.walltime, above_0(), std::max(1, limit) / unit);
      job.sizes.fields(of_job, draw, are_sized && run_time > 0 && !draw.one_in(4), size, nodes_);
    });
    field("priorities", has_priorities_, draw.one_in(3));
    field("part", part_, from(0, nodes_), draw.one_in(3) ? draw.integer(1, nodes_) : 0);
    field("window", window_, from(0, 1e9), draw.one_in(3) ? draw.integer(1, 200) : 0);
    field("predictions", has_predictions_, draw.one_in(3));
    field("scale_limits", scales_limits_, draw.one_in(2));
  }

  Json ask(cluster::Queue& policy, Asking& asking) const {
    WatchedQueue watched(policy, asking, given_.size());
    QueueRun run(nodes_, watched);
    ChangingPriorities priorities;
    if (has_priorities_ && policy.heeds_order_of_queue())
      run.priority = &priorities;
    run.site = site_of_two_classes();
    run.rules.limits_follow_sizes = scales_limits_;
    if (policy.heeds_nodes() && !policy.resizes()) // the scheduler combines no two of these three
      set_nodes_apart(run);
    ChangingPredictions predictions(policy.heeds_order_of_queue());
    if (has_predictions_ && policy.takes_predictions() && !policy.resizes() && run.windows.empty())
      run.prediction = &predictions;
    SizesOfRun sizes;
    if (policy.resizes())
      run.watches = &sizes;
    PromisesOfRun promises(asking);
    if (explains_)
      run.look = [&](const auto& view, const auto& decision) { promises.look(view, decision); };
    const auto jobs = given_jobs();
    const auto rows = run.run(jobs);
    if (const auto what = sizes.broken_rule(jobs, rows); !what.empty())
      throw BrokenRule(what);
    Json answer = Json::array();
    for (const auto& row : rows) {
      answer.push_back({row.id, row.start, row.finish, row.nodes.text()});
      if (policy.resizes() && jobs[static_cast<std::size_t>(row.id)].sizes != nullptr)
        answer.back().push_back(sizes.legs_of(row.id));
    }
    return answer;
  }

  std::string broken_rule(const Json& rows) const {
    if (auto broken = broken_by_waiting(rows, given_.size()); !broken.empty())
      return broken;
    Seconds submitted = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (submitted += given_[i].after; rows[i].at(1) < submitted)
        return "job " + std::to_string(i) + " starts before it is submitted";
    return "";
  }

private:
  struct GivenJob {
    Seconds after = 0; ///< since the submission of the job before
    int size = 1;
    Seconds run_time = 0, walltime = 1;
    GivenSizes sizes;
  };

  /// Every second job may run on the first nodes alone, and the last half of the nodes is set apart for a
  /// minute.
  void set_nodes_apart(QueueRun& run) const {
    if (part_ > 0)
      run.partitions = {{"", IndexSet(0, nodes_)}, {"part", IndexSet(0, part_)}};
    if (window_ > 0)
      run.windows.push_back(
          {"window", window_, window_ + 60, IndexSet(nodes_ / 2, nodes_ - nodes_ / 2), true});
  }

  std::vector<Job> given_jobs() const {
    std::vector<Job> jobs;
    Seconds submitted = 0;
    for (const auto& job : given_) {
      submitted += job.after;
      jobs.push_back(
          rigid_job(static_cast<JobId>(jobs.size()), submitted, job.size, job.run_time, job.walltime));
      if (jobs.size() % 2 == 0)
        jobs.back().partition = "part";
      job.sizes.give_to(jobs.back());
    }
    return jobs;
  }

  int nodes_ = 1;
  bool explains_ = false;
  bool has_priorities_ = false;  ///< if the policy heeds the order of the queue
  int part_ = 0;                 ///< nodes of a partition; 0: there is none
  Seconds window_ = 0;           ///< begin of an advance reservation; 0: there is none
  bool has_predictions_ = false; ///< if the policy takes predictions
  bool scales_limits_ = false;   ///< walltimes are those on the preferred nodes, if the policy resizes
  std::vector<GivenJob> given_;
};

} // namespace

MALHA_VIEWS(views<ClusterRun>(true, true))

} // namespace malha::conformance
