// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/batch_model.hpp"
#include "actors/runtime/mailbox.hpp"
#include "actors/runtime/submission.hpp"
#include "messages.hpp"

namespace malha::cluster {

/// The meta-scheduler above a batch scheduler, as the latter sees it. It is told which jobs have started and
/// which have left. Messages are kept until `tell`, because nobody may look at the book in the middle of a
/// round, and to send lets others run.
class UpperLevel : public Listener {
public:
  UpperLevel(ActorContext& context, const Peer& meta_scheduler, int site)
      : address_(context, meta_scheduler), site_(site) {}

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

  /// Sends what has happened since the last call.
  void tell() {
    for (const auto& one : std::exchange(news_, {}))
      address_.send(one);
  }

private:
  Address<EntryMessage, SiteNews> address_;
  const int site_; ///< number of the scheduler among all
  std::vector<SiteNews> news_;
};

} // namespace malha::cluster
