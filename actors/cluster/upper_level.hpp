// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/batch_model.hpp"
#include "actors/runtime/mailbox.hpp"
#include "actors/runtime/submission.hpp"
#include "messages.hpp"

#include <optional>

namespace malha::cluster {

/// The meta-scheduler above a batch scheduler, as the latter sees it. It is told which jobs have started and
/// which have left. Messages are kept until `tell`, because nobody may look at the book in the middle of a
/// round, and to send lets others run.
class UpperLevel : public Listener {
public:
  UpperLevel(ActorContext& context, const Peer& meta_scheduler, int site)
      : context_(context), meta_scheduler_(meta_scheduler), address_(context, meta_scheduler), site_(site) {}

  void started(const LiveJob& job, const Start&) override {
    news_.emplace_back(JobStarted{job.task.id, site_, job.start});
  }
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState) override {
    news_.emplace_back(JobLeft{job.task.id, site_, start, end});
  }
  void dropped(const LiveJob& job, Seconds now) override {
    news_.emplace_back(JobLeft{job.task.id, site_, never, now});
  }
  void rejected(const Job& job, const Task& task) override {
    news_.emplace_back(JobLeft{task.id, site_, never, job.submitted});
  }

  /// The meta-scheduler may want to know when open nodes have changed. It is called before the run begins.
  void tell_of_nodes() { nodes_.emplace(context_, meta_scheduler_); }
  /// It is to be told when they next change by local users.
  void watch_nodes() { watches_nodes_ = true; }
  void users_changed(Seconds now) override {
    if (std::exchange(watches_nodes_, false))
      nodes_changed_ = now;
  }

  /// Sends what has happened since the last call.
  void tell() {
    if (const auto date = std::exchange(nodes_changed_, {}))
      nodes_->send(NodesChanged{*date});
    for (const auto& one : std::exchange(news_, {}))
      address_.send(one);
  }

private:
  ActorContext& context_;
  const Peer& meta_scheduler_;
  Address<EntryMessage, SiteNews> address_;
  const int site_; ///< number of the scheduler among all
  std::vector<SiteNews> news_;
  std::optional<Address<EntryMessage, std::variant<NodesChanged>>> nodes_; ///< where it wants to know of them
  bool watches_nodes_ = false;
  std::optional<Seconds> nodes_changed_; ///< it is still to be told of that date
};

} // namespace malha::cluster
