// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "messages.hpp"

#include <map>
#include <optional>

namespace malha::cluster {

/// The meta-scheduler above a batch scheduler, as the latter sees it. It is told which jobs have started and
/// which have left. Messages are kept until `tell`, because nobody may look at the book in the middle of a
/// round, and to send lets others run.
class UpperLevel : public Listener {
public:
  UpperLevel(ActorContext& context, const Peer& meta_scheduler, int site, const Model& model)
      : context_(context), meta_scheduler_(meta_scheduler), address_(context, meta_scheduler), site_(site),
        keeps_log_(context.simulation().hosts_may_change()), model_(model),
        told_nodes_(model.book().nodes()) {
    if (keeps_log_)
      tells_of_losses_.emplace(context, meta_scheduler);
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

  /// The meta-scheduler may want to know when open nodes have changed. It is called before the run begins.
  void tell_of_nodes() { nodes_.emplace(context_, meta_scheduler_); }
  /// It is to be told when they next change by local users.
  void watch_nodes() { watches_nodes_ = true; }
  void users_changed(Seconds now) override {
    if (std::exchange(watches_nodes_, false))
      nodes_changed_ = now;
  }

  /// The host has gone: news that was not sent is lost.
  void lose_news() {
    news_.clear();
    given_back_.clear();
    told_nodes_ = model_.book().nodes();
  }
  /// What the cluster has written down of a job, for the case that its host goes: how it has left, or what it
  /// did there before the host went. Null where nothing is written.
  const JobLeft* left(TaskId job) const { return found(left_, job); }
  const EarlierStarts* lost(TaskId job) const { return found(lost_, job); }
  /// The meta-scheduler knows what became of the job.
  void forget(TaskId job) {
    left_.erase(job);
    lost_.erase(job);
  }

  /// Sends what has happened since the last call.
  void tell() {
    if (const auto date = std::exchange(nodes_changed_, {}))
      nodes_->send(NodesChanged{*date});
    for (const auto& one : std::exchange(news_, {}))
      address_.send(one);
    tell_of_losses();
  }

private:
  template <class Written>
  static const Written* found(const std::map<TaskId, Written>& written, TaskId job) {
    const auto place = written.find(job);
    return place == written.end() ? nullptr : &place->second;
  }

  void tell_of_losses() {
    const int left = model_.nodes_left();
    if (left < std::exchange(told_nodes_, left) && given_back_.empty())
      tells_of_losses_->send(NodesLost{site_, left, model_.date()});
    for (const auto& [job, date] : std::exchange(given_back_, {}))
      tells_of_losses_->send(JobGivenBack{job, site_, left, date});
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
  const bool keeps_log_; ///< where hosts may go
  const Model& model_;
  int told_nodes_; ///< so many nodes are left, as it was last told
  std::optional<Address<EntryMessage, std::variant<JobGivenBack, NodesLost>>>
      tells_of_losses_;                                ///< where hosts may go
  std::vector<std::pair<TaskId, Seconds>> given_back_; ///< jobs, and when they left the queue
  std::map<TaskId, JobLeft> left_;
  std::map<TaskId, EarlierStarts> lost_;
  std::optional<Address<EntryMessage, std::variant<NodesChanged>>> nodes_; ///< where it wants to know of them
  bool watches_nodes_ = false;
  std::optional<Seconds> nodes_changed_; ///< it is still to be told of that date
};

} // namespace malha::cluster
