// SPDX-License-Identifier: MIT
#pragma once
#include "book.hpp"
#include "manager_state.hpp"

namespace malha::easygrid {

/// What a site manager and a global manager have in common: a book of their children, to which they
/// distribute tasks and between which they balance the load (tonelli2010, Algs. 2, 5 and 6). The children of
/// a site manager are hosts, those of the global manager are sites.
class Leader {
public:
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;
  virtual ~Leader() = default;

  void take(const News& news);
  void take(const Joining& joining);
  virtual void take(const Given& given);

  /// Sends heartbeats to the children if it is time.
  void beat();
  /// Ends the time in which the leader waits for children to join, if it is over. Returns whether it ended.
  bool end_gathering();
  /// Whether the leader still waits for children to join. Until then it distributes no tasks.
  bool is_gathering() const { return gathers_until_.has_value(); }

protected:
  Leader(ManagerState& manager, Level level) : manager_(manager), level_(level) {}

  ManagerState& manager() const { return manager_; }
  Book& book() { return book_; }
  const Book& book() const { return book_; }
  Envelope envelope() const { return manager_.envelope(level_); }
  bool has_event() const { return event_.has_value(); }

  /// Begins as the successor of a leader that failed: sends heartbeats to managers, and waits for children.
  void begin_gathering(const std::vector<int>& managers);
  /// Waits for children for as long again.
  void extend_gathering();
  /// Gives up the children that have sent nothing for that time. Their tasks are open again.
  void lose_silent(Seconds patience);
  void distribute_open();
  void check_balance();

private:
  /// A child has been asked for tasks, which these receive.
  struct Event {
    int giver;
    std::vector<Share> receivers;
  };

  virtual int manager_of(int child) const = 0;
  virtual int child_of(int sender) const = 0;
  /// Whether the sender is a child, as the book knows it.
  virtual bool is_known(const News& news) const = 0;
  /// Whether the sender may join as that child.
  virtual bool admits(const Joining&, int) { return true; }
  /// A task has ended that the book did not know as ended.
  virtual void count_end(const EndedTask& task) = 0;
  virtual void count_event(bool is_accepted) = 0;
  /// Stops waiting for an answer of the child.
  virtual void lose_answer(int) {}

  void take_ends(const std::vector<EndedTask>& tasks);
  void lose_event(int child);
  void distribute(const std::vector<TaskId>& tasks, std::vector<Share> shares);

  ManagerState& manager_;
  const Level level_;
  Book book_;
  std::optional<Seconds> gathers_until_;
  std::optional<Event> event_;
  Seconds last_check_ = 0;
  Seconds last_beat_ = 0;
};

} // namespace malha::easygrid
