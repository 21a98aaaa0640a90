// SPDX-License-Identifier: MIT
// The scheduler is told of the events of each date and says what it wants, at that date or later. It may say
// that it is busy until then: what happens meanwhile is told afterwards (docs/batsim.md).
#include "batsim_queue.hpp"

#include "actors/model/broken_rule.hpp"
#include "actors/runtime/external/open_process.hpp"
#include "batsim_demands.hpp"
#include "batsim_events.hpp"
#include "batsim_jobs.hpp"
#include "batsim_process.hpp"

#include <algorithm>
#include <set>

namespace malha::external {
namespace {

using JobState = BatsimJob::State;

class BatsimQueue : public cluster::Queue, public OpenProcess {
public:
  BatsimQueue(const Program& program, std::string configuration, Seconds patience)
      : configuration_(std::move(configuration)), scheduler_(program, patience) {
    is_open();
  }
  ~BatsimQueue() override { close(); }

  void close() override {
    if (!is_closed())
      return;
    events_.simulation_ends(now_);
    scheduler_.end(events_.message(now_));
  }

  cluster::Decision decide(const cluster::QueueView& view) override {
    now_ = view.now;
    cluster::Decision decision;
    if (!std::exchange(has_begun_, true)) {
      events_.simulation_begins(now_, view.nodes + view.down.size(), configuration_);
      ask();
    }
    observe(view);
    carry_out(decision);
    while (!events_.empty() && now_ >= ready_) {
      ask();
      carry_out(decision);
    }
    decision.wake = next_date();
    return decision;
  }

  // The protocol has no words for these.
  bool plans_ahead() const override { return false; }
  bool heeds_order_of_queue() const override { return false; }
  bool takes_predictions() const override { return false; }

private:
  void ask() {
    auto answer = batsim_answer(scheduler_.ask(events_.message(now_)), now_);
    ready_ = answer.ready;
    demands_.insert(demands_.end(), std::make_move_iterator(answer.demands.begin()),
                    std::make_move_iterator(answer.demands.end()));
  }

  void observe(const cluster::QueueView& view) {
    observe_nodes(view.down);
    for (const auto& release : view.changes.ended)
      if (auto* const job = jobs_.find(release.id); job != nullptr && job->state == JobState::runs)
        ended(*job, how_it_ended(*job, view));
    for (const auto handle : view.changes.withdrawn)
      if (const auto* job = jobs_.waiting(handle))
        throw BrokenRule("it knows job '" + job->name() +
                         "', which was taken from its queue (by limits, by a date of its user, since nodes "
                         "are lost, or by a meta-scheduler); Batsim's protocol has no event for that");
    for (const auto& queued : view.changes.arrived) {
      if (auto* const job = jobs_.find(queued.id); job != nullptr && job->state == JobState::runs)
        ended(*job, "COMPLETED_FAILED"); // limits have not let it start
      events_.job_submitted(now_, jobs_.arrived(queued).name(), queued);
    }
    for (; !calls_.empty() && *calls_.begin() <= now_; calls_.erase(calls_.begin()))
      events_.requested_call(now_);
  }

  void observe_nodes(const IndexSet& down) {
    for (const bool are_available : {false, true}) {
      IndexSet changed;
      for (const int node : are_available ? down_ : down)
        if (!(are_available ? down : down_).contains(node))
          changed.insert(IndexSet(node, 1));
      if (!changed.empty())
        events_.nodes_available(now_, changed, are_available);
    }
    down_ = down;
  }

  /// Of a job that its node has lost, the view says only that the node is down, or that the job waits again.
  const char* how_it_ended(const BatsimJob& job, const cluster::QueueView& view) const {
    const auto& arrived = view.changes.arrived;
    const bool is_back =
        std::any_of(arrived.begin(), arrived.end(), [&](const auto& other) { return other.id == job.id; });
    if (is_back || job.nodes.intersects(view.down))
      return "COMPLETED_FAILED";
    return now_ < job.started + job.walltime ? "COMPLETED_SUCCESSFULLY" : "COMPLETED_WALLTIME_REACHED";
  }

  void ended(BatsimJob& job, const char* state) {
    job.state = JobState::ended;
    events_.job_completed(now_, job.name(), state, job.nodes);
  }

  /// Does what it wants by now. The rest comes later.
  void carry_out(cluster::Decision& decision) {
    const auto later = std::find_if(demands_.begin(), demands_.end(),
                                    [this](const BatsimDemand& one) { return one.date > now_; });
    const std::vector<BatsimDemand> due(std::make_move_iterator(demands_.begin()),
                                        std::make_move_iterator(later));
    demands_.erase(demands_.begin(), later);
    for (const auto& demand : due)
      carry_out(demand, decision);
  }

  void carry_out(const BatsimDemand& demand, cluster::Decision& decision) {
    switch (demand.kind) {
    case BatsimDemand::Kind::execute: {
      auto& job = waiting(demand.jobs.front(), "executes");
      job.state = JobState::runs;
      job.started = now_;
      job.nodes = demand.nodes;
      return decision.start.push_back({job.handle, job.nodes, {}});
    }
    case BatsimDemand::Kind::reject: {
      auto& job = waiting(demand.jobs.front(), "rejects");
      job.state = JobState::ended;
      return decision.drop.push_back(job.handle);
    }
    case BatsimDemand::Kind::kill:
      return kill(demand.jobs, decision);
    case BatsimDemand::Kind::call:
      if (demand.call > now_)
        calls_.insert(demand.call);
      else
        events_.requested_call(now_);
    }
  }

  BatsimJob& waiting(const std::string& name, const char* verb) {
    auto& job = jobs_.named(name);
    if (job.state != JobState::waits)
      throw BrokenRule(std::string("it ") + verb + " job '" + job.name() + "', which " +
                       (job.state == JobState::runs ? "runs" : "has ended"));
    return job;
  }

  /// As in Batsim, a job may have ended before, and one that is killed already is passed over.
  void kill(const std::vector<std::string>& names, cluster::Decision& decision) {
    std::vector<std::string> asked;
    std::map<std::string, double> progress;
    for (const auto& name : names) {
      auto& job = jobs_.named(name);
      if (job.state == JobState::waits)
        throw BrokenRule("it kills job '" + job.name() + "', which does not run");
      for (const auto& start : decision.start)
        if (job.state == JobState::runs && start.job == job.handle)
          throw BrokenRule("it kills job '" + job.name() + "' at the date at which it executes it");
      if (std::exchange(job.kill_is_asked, true))
        continue;
      asked.push_back(job.name());
      if (job.state == JobState::ended)
        continue;
      decision.stop.push_back({job.handle, false});
      progress[job.name()] = std::min(1., (now_ - job.started) / job.walltime);
      ended(job, "COMPLETED_KILLED");
    }
    if (!asked.empty())
      events_.jobs_killed(now_, asked, progress);
  }

  /// When there is something to do, if nothing happens before.
  Seconds next_date() const {
    const Seconds demanded = demands_.empty() ? never : demands_.front().date;
    const Seconds told = events_.empty() ? never : ready_;
    return std::min({demanded, told, calls_.empty() ? never : *calls_.begin()});
  }

  const std::string configuration_;
  BatsimProcess scheduler_;
  BatsimEvents events_; ///< that it has not been told
  BatsimJobs jobs_;
  std::vector<BatsimDemand> demands_; ///< that are not carried out, by date
  std::multiset<Seconds> calls_;      ///< dates at which it wants to be called
  IndexSet down_;                     ///< nodes of which it knows that
  Seconds now_ = 0;
  Seconds ready_ = 0; ///< until then it decides, and hears nothing
  bool has_begun_ = false;
};

} // namespace

std::unique_ptr<cluster::Queue> batsim_queue(const Program& program, const std::string& configuration,
                                             Seconds patience) {
  return std::make_unique<BatsimQueue>(program, configuration, patience);
}

} // namespace malha::external
