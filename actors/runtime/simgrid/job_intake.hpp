// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/arrivals.hpp"
#include "actors/model/ready_tasks.hpp"
#include "actors/model/submission.hpp"
#include "host_watch.hpp"
#include "mailbox.hpp"
#include "settle.hpp"
#include "sleepers.hpp"

#include <functional>

namespace malha {

/// Feeds an entry actor with jobs, from the workload or from messages, and waits for its next event. Jobs
/// come from the workload, unless a submitter sends them as messages. An actor that yields to another one
/// receives its jobs from there.
class JobIntake : public Arrivals {
public:
  /// What the actor does with messages.
  struct Handlers {
    std::function<void(const Job&)> submit; ///< called with each job
    /// Called with each message of another actor of the architecture.
    std::function<void(const std::any&)> handle = [](const std::any&) {};
    std::function<void()> before = [] {}; ///< called before any message
  };

  /// How the tasks of DAGs come: when they are ready, or all at once.
  enum class Dags { as_ready_tasks, whole };

  JobIntake(ActorContext& context, Handlers handlers, Dags dags = Dags::as_ready_tasks);

  /// Opens the inbox. The actor's run() calls it first.
  void open() { inbox_.open(); }

  /// The date of the next job that is read, or of the next job or tasks of a DAG that are ready; `never` if
  /// there are none, and jobs come as messages, or none is left. Jobs that wait for others are read ahead.
  Seconds next() override { return std::min(ready_.next(), next_read()); }
  Job take() override;
  bool more() override;
  std::size_t held() const override { return ready_.held(); }
  void started(TaskId task, Seconds date) override { ready_.started(task, date); }
  void ended(TaskId task, Seconds date) override { ready_.ended(task, date); }
  std::optional<Job> failed(TaskId task, Seconds date) override { return ready_.failed(task, date); }
  /// Whether jobs come as messages, and another one may come.
  bool awaits_messages() const { return come_as_messages_ && !last_seen_; }

  /// Waits for a message until the date, which may be `never`. Returns null when none has come by then.
  std::unique_ptr<EntryMessage> receive_before(Seconds date) { return inbox_.receive_before(date); }
  /// Calls the handler of the message.
  void take(const EntryMessage& message);
  /// Takes the messages that have come. Returns whether there was one.
  bool take_ready();
  /// Takes all messages that come at this date, when no other actor has anything left to do at it.
  void take_all();
  /// Moves the clock of the run to that date if nothing can happen before. Returns whether it did.
  bool try_to_look_ahead(Seconds date, const HostWatch& hosts);
  /// Sleeps until that date, or until a host is switched. Returns the date at the end. If the run deadlocks,
  /// its message says that the actor waits for `waits_for`.
  Seconds sleep_until(Seconds date, HostWatch& hosts, const std::string& waits_for);

private:
  Seconds next_read();
  std::optional<Job> come(Job job) { return takes_whole_ ? job : ready_.come(std::move(job)); }

  ActorContext& context_;
  const Sleepers& sleepers_;
  Inbox<EntryMessage> inbox_;
  const Handlers handlers_;
  const bool come_as_messages_, takes_whole_;
  ReadyTasks ready_;
  bool last_seen_ = false;
};

} // namespace malha
