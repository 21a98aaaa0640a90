// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "messages.hpp"

#include <map>
#include <optional>

namespace malha::cluster {

/// Reports the jobs of a batch scheduler that start and leave, and changes of its nodes, to the
/// meta-scheduler above it. Messages are kept until `send`, because sending lets other actors run, while the
/// book of the scheduler may be in the middle of a change.
class UpperLevel : public Listener {
public:
  UpperLevel(ActorContext& context, const Peer& meta_scheduler, int site, const Model& model)
      : context_(context), meta_scheduler_(meta_scheduler), news_to_(context, meta_scheduler), site_(site),
        keeps_log_(context.simulation().hosts_may_change()), model_(model),
        reported_nodes_(model.book().nodes().size()) {
    if (keeps_log_)
      losses_to_.emplace(context, meta_scheduler);
  }

  void started(const LiveJob& job, const Start&) override {
    news_.emplace_back(JobStarted{job.task.id, site_, job.start});
  }
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) override {
    report_left({job.task.id, site_, start, end, state == FinalState::completed});
  }
  void dropped(const LiveJob& job, Seconds now) override {
    report_left({job.task.id, site_, never, now, false});
  }
  void rejected(const Job& job, const Task& task) override {
    report_left({task.id, site_, never, job.submitted, false});
  }
  void withdrawn(const LiveJob& job, Seconds now) override {
    if (!keeps_log_)
      return;
    withdrawn_[job.task.id] = {job.restarts, job.wasted};
    given_back_.emplace_back(job.task.id, now);
  }
  void node_up(int, Seconds date) override {
    if (changes_to_)
      nodes_changed_ = date;
  }

  /// Also reports when nodes recover, and changes after `watch_nodes`. It is called before the run begins.
  void report_nodes() { changes_to_.emplace(context_, meta_scheduler_); }
  /// Reports the next change of local users, once; `report_nodes` was called before.
  void watch_nodes() { watches_nodes_ = true; }
  void users_changed(Seconds now) override {
    if (std::exchange(watches_nodes_, false))
      nodes_changed_ = now;
  }

  /// Drops the messages that were not sent. It is called when the host has failed or recovered.
  void lose_news() {
    news_.clear();
    given_back_.clear();
    reported_nodes_ = model_.book().nodes().size();
  }
  // The log of jobs, for the case that the host fails. It is kept if hosts may fail.

  /// How the job has left the cluster; null: it has not.
  const JobLeft* left(TaskId job) const { return found(left_, job); }
  /// What the job did here before it was withdrawn; null: it was not.
  const EarlierStarts* lost(TaskId job) const { return found(withdrawn_, job); }
  /// Removes a job from the log. It is called when the meta-scheduler knows what became of the job.
  void forget(TaskId job) {
    left_.erase(job);
    withdrawn_.erase(job);
  }

  /// Sends the messages about what has happened since the last call.
  void send() {
    if (const auto date = std::exchange(nodes_changed_, {}))
      changes_to_->send(NodesChanged{*date});
    for (const auto& one : std::exchange(news_, {}))
      news_to_.send(one);
    send_losses();
  }

private:
  template <class Entry>
  static const Entry* found(const std::map<TaskId, Entry>& log, TaskId job) {
    const auto entry = log.find(job);
    return entry == log.end() ? nullptr : &entry->second;
  }

  void send_losses() {
    const int nodes = model_.nodes_left();
    if (nodes < std::exchange(reported_nodes_, nodes) && given_back_.empty()) // else JobGivenBack says it
      losses_to_->send(NodesLost{site_, nodes, model_.date()});
    for (const auto& [job, date] : std::exchange(given_back_, {}))
      losses_to_->send(JobGivenBack{job, site_, nodes, date});
  }

  void report_left(const JobLeft& job) {
    news_.emplace_back(job);
    if (keeps_log_)
      left_.emplace(job.task, job);
  }

  ActorContext& context_;
  const Peer& meta_scheduler_;
  Address<EntryMessage, SiteNews> news_to_; ///< the meta-scheduler
  const int site_;                          ///< number of the scheduler among all
  std::vector<SiteNews> news_;              ///< not sent yet
  const bool keeps_log_;                    ///< hosts may fail
  const Model& model_;
  int reported_nodes_; ///< Model::nodes_left, as last reported
  /// The meta-scheduler, if hosts may fail.
  std::optional<Address<EntryMessage, std::variant<JobGivenBack, NodesLost>>> losses_to_;
  std::vector<std::pair<TaskId, Seconds>> given_back_; ///< jobs, and when they left the queue; not sent yet
  std::map<TaskId, JobLeft> left_;                     ///< log of the jobs that have left
  std::map<TaskId, EarlierStarts> withdrawn_;          ///< log of the jobs that were withdrawn
  /// The meta-scheduler, if changes of nodes are reported.
  std::optional<Address<EntryMessage, std::variant<NodesChanged>>> changes_to_;
  bool watches_nodes_ = false;           ///< the next change of local users is to be reported
  std::optional<Seconds> nodes_changed_; ///< date of a change that is not sent yet
};

} // namespace malha::cluster
