// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/batch_book.hpp"
#include "actors/runtime/mailbox.hpp"
#include "actors/runtime/submission.hpp"
#include "messages.hpp"

#include <unordered_map>

namespace malha::cluster {

/// Jobs that actors on their nodes run, each its part (execution=messages or exec).
class Parts {
public:
  /// A job whose parts have all ended.
  struct Whole {
    JobHandle handle;
    Seconds start, end; ///< first start, last end
    bool killed;        ///< at its limit
  };

  Parts(ActorContext& context, std::vector<simgrid::s4u::Host*> hosts);

  bool none() const { return running_.empty(); }
  /// `planned`: how long each part runs; none: its node knows.
  void start(const LiveJob& job, std::optional<Seconds> planned, Seconds limit);
  void stop(const LiveJob& job);
  /// A part has ended; the job, when it was the last. Nothing for a job that was stopped meanwhile.
  std::optional<Whole> ended(const EndedOnNode& part, const Book& book);

private:
  struct Running {
    int parts = 0;
    Whole whole;
  };

  const Bytes weight_; ///< of the message that starts a part
  std::vector<simgrid::s4u::Host*> hosts_;
  std::vector<Address<NodeMessage>> actors_; ///< by node
  std::unordered_map<JobHandle, Running> running_;
};

} // namespace malha::cluster
