// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "messages.hpp"

#include <map>
#include <optional>

namespace malha::cluster {

/// Reports the jobs that have started and left to the meta-scheduler above a batch scheduler. Messages are
/// kept until `send`, because sending lets other actors run, and the book is not whole during a round.
class UpperLevel : public Listener {
public:
  UpperLevel(ActorContext& context, const Peer& meta_scheduler, int site, const Model& model)
      : context_(context), meta_scheduler_(meta_scheduler), address_(context, meta_scheduler), site_(site),
        keeps_log_(context.simulation().hosts_may_change()), model_(model),
        reported_nodes_(model.book().nodes().size()) {
    if (keeps_log_)
      losses_.emplace(context, meta_scheduler);
  }

  void started(const LiveJob& job, const Start&) override {
    news_.emplace_back(JobStarted{job.task.id, site_, job.start});
  }
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState) override {
    leaves({job.task.id, site_, start, end});
  }
  void dropped(const LiveJob& job, Seconds now) override { leaves({job.task.id, site_, never, now}); }
  void rejected(const Job& job, const Task& task) override { leaves({task.id, site_, never, job.submitted}); }
  void withdrawn(const LiveJob& job, Seconds now) override {
    if (!keeps_log_)
      return;
    lost_[job.task.id] = {job.restarts, job.wasted};
    given_back_.emplace_back(job.task.id, now);
  }
  void node_up(int, Seconds date) override {
    if (nodes_)
      nodes_changed_ = date;
  }

  /// Also reports when open nodes have changed. It is called before the run begins.
  void report_nodes() { nodes_.emplace(context_, meta_scheduler_); }
  /// Reports the next change of open nodes by local users.
  void watch_nodes() { watches_nodes_ = true; }
  void users_changed(Seconds now) override {
    if (std::exchange(watches_nodes_, false))
      nodes_changed_ = now;
  }

  /// Drops the news that was not sent: the host has failed.
  void lose_news() {
    news_.clear();
    given_back_.clear();
    reported_nodes_ = model_.book().nodes().size();
  }
  /// The log of a job, for the case that the host fails: how the job has left, or what it did before the host
  /// failed. Null: nothing is written.
  const JobLeft* left(TaskId job) const { return found(left_, job); }
  const EarlierStarts* lost(TaskId job) const { return found(lost_, job); }
  /// The meta-scheduler knows what became of the job.
  void forget(TaskId job) {
    left_.erase(job);
    lost_.erase(job);
  }

  /// Sends what has happened since the last call.
  void send() {
    if (const auto date = std::exchange(nodes_changed_, {}))
      nodes_->send(NodesChanged{*date});
    for (const auto& one : std::exchange(news_, {}))
      address_.send(one);
    send_losses();
  }

private:
  template <class Written>
  static const Written* found(const std::map<TaskId, Written>& written, TaskId job) {
    const auto place = written.find(job);
    return place == written.end() ? nullptr : &place->second;
  }

  void send_losses() {
    const int left = model_.nodes_left();
    if (left < std::exchange(reported_nodes_, left) && given_back_.empty())
      losses_->send(NodesLost{site_, left, model_.date()});
    for (const auto& [job, date] : std::exchange(given_back_, {}))
      losses_->send(JobGivenBack{job, site_, left, date});
  }

  void leaves(const JobLeft& job) {
    news_.emplace_back(job);
    if (keeps_log_)
      left_.emplace(job.task, job);
  }

  ActorContext& context_;
  const Peer& meta_scheduler_;
  Address<EntryMessage, SiteNews> address_;
  const int site_; ///< number of the scheduler among all
  std::vector<SiteNews> news_;
  const bool keeps_log_; ///< if hosts may fail
  const Model& model_;
  int reported_nodes_; ///< that are left, as last reported
  std::optional<Address<EntryMessage, std::variant<JobGivenBack, NodesLost>>> losses_; ///< if hosts may fail
  std::vector<std::pair<TaskId, Seconds>> given_back_; ///< jobs, and when they left the queue
  std::map<TaskId, JobLeft> left_;
  std::map<TaskId, EarlierStarts> lost_;
  std::optional<Address<EntryMessage, std::variant<NodesChanged>>> nodes_; ///< if they are reported
  bool watches_nodes_ = false;
  std::optional<Seconds> nodes_changed_; ///< still to be reported
};

} // namespace malha::cluster
