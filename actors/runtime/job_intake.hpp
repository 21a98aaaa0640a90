// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/arrivals.hpp"
#include "host_watch.hpp"
#include "mailbox.hpp"
#include "settle.hpp"
#include "submission.hpp"

#include <functional>

namespace malha {

/// How an actor where jobs enter takes its jobs, and how it waits for what comes next. It reads the workload
/// of the run itself, unless a submitter sends the jobs as messages.
class JobIntake : public Arrivals {
public:
  /// What the actor does with its messages.
  struct Handlers {
    std::function<void(const Job&)> submit;                             ///< a job has come
    std::function<void(const std::any&)> hear = [](const std::any&) {}; ///< an actor tells something
    std::function<void()> before = [] {};                               ///< any message
  };

  JobIntake(ActorContext& context, Handlers handlers);

  /// To be called first by the actor's run().
  void open() { inbox_.open(); }

  /// Of those that are read.
  Seconds next() override;
  Job take() override { return context_.simulation().take_job(); }
  bool more() override;
  /// Whether jobs come as messages, and one may still come.
  bool awaits_messages() const { return come_as_messages_ && !last_seen_; }

  /// Waits for a message, until a date at most. Nothing when none has come.
  std::optional<EntryMessage> receive_before(Seconds date);
  /// Hands the message over.
  void take(const EntryMessage& message);
  /// Hands over all that comes at this date.
  void take_all();
  /// Sleeps until that date, or until a host is switched, and returns the date it is then. A deadlock names
  /// what the actor waits for.
  Seconds sleep_until(Seconds date, HostWatch& hosts, const std::string& waits_for);

private:
  bool drain();

  ActorContext& context_;
  Inbox<EntryMessage> inbox_;
  const Handlers handlers_;
  const bool come_as_messages_;
  bool last_seen_ = false;
};

} // namespace malha
