// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/submission.hpp"
#include "actors/multicluster/model/coallocator.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "messages.hpp"

namespace malha::multicluster {

/// Runs the jobs that several clusters run at once, each in an actor of its own on the host of the
/// meta-scheduler (M-CISNE, section 2.5.1). A job computes on all its nodes, and exchanges data through the
/// channels, again and again. How long an exchange takes depends on what the channels carry when it begins.
class VirtualClusters {
public:
  /// `channels` must outlive it.
  VirtualClusters(ActorContext& meta_scheduler, const Channels& channels);

  /// Starts the job on all its nodes. Its end is reported to the meta-scheduler.
  void start(const Job& job, const Coallocated& parts);

private:
  ActorContext& context_;
  const Channels& channels_;
  Address<EntryMessage, std::variant<CoallocatedEnded>> meta_scheduler_;
};

} // namespace malha::multicluster
