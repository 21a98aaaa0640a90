// SPDX-License-Identifier: MIT
#include "guard.hpp"

#include "scenarios/runner/processes/child.hpp"
#include "scenarios/runner/processes/fork_server.hpp"
#include "scenarios/runner/processes/outcome_bytes.hpp"
#include "scenarios/runner/processes/real_time.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>

namespace malha::conformance {
namespace {

/// How long a process has computed; not a number where that cannot be told.
Seconds computed_by(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return std::nan("");
  return static_cast<Seconds>(time.tv_sec) + static_cast<Seconds>(time.tv_nsec) / 1e9;
}

bool is_stopped(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(in, text);
  const auto name_end = text.rfind(") ");
  return name_end != std::string::npos && text.compare(name_end + 2, 1, "T") == 0;
}

/// Looks at the call in which a plugin is. On a machine that is busy, a process that computes gets more of it
/// than a fiftieth, and one that waits does not.
class CallWatch {
public:
  CallWatch(const Place& place, Seconds limit) : place_(place), limit_(limit) {}

  /// Why the call does not come back, once that is clear.
  Place::End look() {
    const auto now = real_time_now();
    if (call_ != place_.call || !place_.is_in_call) {
      begin(now);
      return Place::none;
    }
    if (now - window_began_ < window())
      return Place::none;
    const auto computed = computed_by(place_.process);
    const bool is_idle = computed - computed_ < 0.02 * (now - window_began_);
    idle_ = is_idle ? idle_ + 1 : 0;
    window_began_ = now;
    computed_ = computed;
    if (idle_ == most_idle)
      return is_stopped(place_.process) ? Place::stops : Place::waits;
    return computed - began_with_ > 2 * limit_ ? Place::computes : Place::none;
  }
  /// How often to look.
  Seconds window() const { return std::max(limit_ / 2, 0.25); }

private:
  static constexpr int most_idle = 3;

  void begin(Seconds now) {
    call_ = place_.call;
    window_began_ = now;
    computed_ = began_with_ = computed_by(place_.process);
    idle_ = 0;
  }

  const Place& place_;
  Seconds limit_;
  std::uint64_t call_ = 0;
  Seconds window_began_ = 0;
  Seconds computed_ = 0, began_with_ = 0; ///< by the process, then and when the call was first seen
  int idle_ = 0;                          ///< windows in which it has not computed, one after the other
};

} // namespace

Outcome guarded(const std::function<Outcome()>& work, Place& place, Seconds limit) {
  adopt_orphans();
  place.is_guarded = true;
  SharedRunStatus words;
  CallWatch watch(place, limit);
  std::string said;
  std::optional<int> status;
  Child child(*words, nullptr, [&](int pipe) { work_and_exit(pipe, work); });
  while (!status) {
    pollfd one{child.pipe(), POLLIN, 0};
    poll(&one, 1, static_cast<int>(std::min(watch.window(), 0.2) * 1000));
    status = child.receive(said);
    if (const auto end = status ? Place::none : watch.look(); end != Place::none) {
      place.end = end;
      child.kill();
      status = child.end(said);
    }
  }
  place.orphans = place.orphans + orphans_ended();
  place.is_guarded = false;
  if (auto outcome = outcome_of(said))
    return *outcome;
  return {Status::died, how_it_ended(*status), {}, 0, 0};
}

} // namespace malha::conformance
