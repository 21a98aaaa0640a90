// SPDX-License-Identifier: MIT
#pragma once
#include "workers.hpp"

namespace malha {

/// A duration in about two digits: "12 s", "3 min", "2.5 h".
std::string shown_time(Seconds time);

/// Shows how much of a command's work is done, and about how long the rest will take. It is shown on a
/// terminal only, after the first two seconds.
class Progress {
public:
  /// `expected` is the time of each item on some machine, in s; 0: unknown. `there` is the number of other
  /// items that are done already. `unit` is the plural of an item: "runs".
  Progress(std::vector<Seconds> expected, std::size_t there, int workers, std::string unit);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Counts an item that has ended.
  void done(std::size_t item);
  /// Updates the items that run now.
  void look_at(const std::vector<RunningItem>& items);
  /// Prints lines above the display, on a terminal only.
  void say(const std::string& text);
  /// Removes the display until the next update.
  void clear();
  /// The expected time of all items, as ", about 40 s"; "" if the times of some are not known.
  std::string plan() const;
  /// The expected time of the rest; nothing while it cannot be estimated.
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
  double work_ = 0;      ///< of all items, in s if their times are known
  double work_done_ = 0; ///< of those that have ended
  bool on_terminal_;
  bool is_shown_ = false;
  Seconds began_;
};

} // namespace malha
