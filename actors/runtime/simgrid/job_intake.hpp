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
/// itself, unless a submitter sends the jobs as messages. An actor that yields to another one gets its jobs
/// from there.
class JobIntake : public Arrivals {
public:
  /// What the actor does with messages.
  struct Handlers {
    std::function<void(const Job&)> submit; ///< when a job comes
    /// When another actor tells something.
    std::function<void(const std::any&)> hear = [](const std::any&) {};
    std::function<void()> before = [] {}; ///< before any message
  };

  JobIntake(ActorContext& context, Handlers handlers);

  /// Opens the inbox. The actor's run() calls it first.
  void open() { inbox_.open(); }

  /// The date of the next job that is read; `never` where jobs come as messages, or none is left.
  Seconds next() override;
  Job take() override { return context_.simulation().take_job(); }
  bool more() override;
  /// Whether jobs come as messages, and another one may come.
  bool awaits_messages() const { return come_as_messages_ && !last_seen_; }

  /// Waits for a message until the date, which may be `never`. Returns null when none has come by then.
  std::unique_ptr<EntryMessage> receive_before(Seconds date) { return inbox_.receive_before(date); }
  /// Hands the message to the handler that is for it.
  void take(const EntryMessage& message);
  /// Hands over the messages that have come. Returns whether there was one.
  bool take_ready();
  /// Hands over all messages that come at this date, when nobody else has anything to do at it.
  void take_all();
  /// Has the clock of the run show that date, if nothing can happen before. Returns whether it does.
  bool try_to_look_ahead(Seconds date, const HostWatch& hosts);
  /// Sleeps until that date, or until a host is switched. Returns the date at the end. When the run
  /// deadlocks, its message says `waits_for`.
  Seconds sleep_until(Seconds date, HostWatch& hosts, const std::string& waits_for);

private:
  ActorContext& context_;
  const PlannedCrashes& planned_;
  Inbox<EntryMessage> inbox_;
  const Handlers handlers_;
  const bool come_as_messages_;
  bool last_seen_ = false;
};

} // namespace malha
