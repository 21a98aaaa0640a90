// SPDX-License-Identifier: MIT
#pragma once
#include "workers.hpp"

namespace malha {

/// A time for people, in about two digits: "12 s", "3 min", "2.5 h".
std::string shown_time(Seconds time);

/// Shows how much of a command's work is done, and about how long the rest will take. It does so on a
/// terminal only, and not in the first two seconds.
class Progress {
public:
  /// `expected` has the time that each item takes on some machine, in s; 0 where nobody knows. `there` other
  /// items are done already. `unit` is what people call several items: "runs".
  Progress(std::vector<Seconds> expected, std::size_t there, int workers, std::string unit);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// An item has ended.
  void done(std::size_t item);
  /// Says what is being worked on now.
  void look_at(const std::vector<RunningItem>& items);
  /// Prints lines above the display, on a terminal only.
  void say(const std::string& text);
  /// Takes the display away, until there is news.
  void clear();
  /// ", about 40 s" is what all items will take; "" where the times of some are not known.
  std::string plan() const;
  /// How long the rest will take. Nothing as long as nobody can tell.
  std::optional<Seconds> left() const;

private:
  void show();
  double work_of(std::size_t item) const { return expected_[item] > 0 ? expected_[item] : 1; }

  std::vector<Seconds> expected_;
  std::vector<RunningItem> running_;
  std::size_t there_, done_ = 0; ///< numbers of items
  double workers_;
  std::string unit_;
  bool is_known_;        ///< the times of all items are known
  double work_ = 0;      ///< of all items, in s where their times are known
  double work_done_ = 0; ///< of those that have ended
  bool on_terminal_;
  bool is_shown_ = false;
  Seconds began_;
};

} // namespace malha
