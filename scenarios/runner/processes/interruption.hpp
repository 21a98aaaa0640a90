// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <vector>

namespace malha {

/// Blocks the signals that end the program, except while `wait` waits. After the first signal further ones
/// change nothing: the program is ending, and still has to tidy up. `timeout`, for instance, sends each
/// signal twice.
class Interruption {
public:
  Interruption() {
    received_ = 0;
    sigset_t asked;
    sigemptyset(&asked);
    struct sigaction note {};
    note.sa_handler = [](int signal) { received_ = signal; };
    for (std::size_t i = 0; i < signals.size(); ++i) {
      sigaddset(&asked, signals[i]);
      sigaction(signals[i], nullptr, &actions_before_[i]);
      // nohup asks the program to outlive its terminal.
      if (signals[i] != SIGHUP || actions_before_[i].sa_handler != SIG_IGN)
        sigaction(signals[i], &note, nullptr);
    }
    sigprocmask(SIG_BLOCK, &asked, &mask_before_);
  }
  ~Interruption() {
    if (received_ == 0)
      restore_actions();
    sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  }
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Call it in a worker: leaves the signals of a terminal to the parent, whatever SimGrid does about them.
  void leave_to_parent() const {
    restore_actions();
    block_terminal(mask_before_);
  }
  /// Call it in a worker that is forked while no Interruption exists.
  static void leave_terminal_to_parent() {
    sigset_t mask;
    sigprocmask(SIG_BLOCK, nullptr, &mask);
    block_terminal(mask);
  }
  /// Waits until something can be read, a signal arrives, or the time is over.
  void wait(std::vector<pollfd>& polls, Seconds most) const {
    timespec time{};
    time.tv_sec = static_cast<time_t>(std::min(most, 1e6));
    time.tv_nsec = static_cast<long>((std::min(most, 1e6) - static_cast<Seconds>(time.tv_sec)) * 1e9);
    if (ppoll(polls.data(), polls.size(), &time, &mask_before_) < 0)
      for (auto& poll : polls)
        poll.revents = 0;
  }
  static int received() { return received_; }

private:
  /// Blocks the signals of this mask, and those of terminals.
  static void block_terminal(sigset_t mask) {
    sigaddset(&mask, SIGINT);
    sigaddset(&mask, SIGHUP);
    sigprocmask(SIG_SETMASK, &mask, nullptr);
  }
  void restore_actions() const {
    for (std::size_t i = 0; i < signals.size(); ++i)
      sigaction(signals[i], &actions_before_[i], nullptr);
  }

  static constexpr std::array<int, 3> signals{SIGINT, SIGTERM, SIGHUP};
  static inline volatile std::sig_atomic_t received_ = 0;

  std::array<struct sigaction, 3> actions_before_{};
  sigset_t mask_before_{};
};

} // namespace malha
