// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"

namespace malha {

/// The parameters by which one window of a trace is replayed.
std::vector<ParameterSpec> window_parameters();

/// One window of a trace: the trace is cut into windows, each job is in one of them, and one is replayed. Or
/// as many jobs in a row as a window has begin at a job that the seed draws (zhang2020 evaluates schedulers
/// on such sequences).
class TraceWindow {
public:
  /// Throws InputError if the parameters do not fit each other. `file` is the trace, for messages.
  TraceWindow(const Parameters& parameters, const std::string& file);

  /// Whether a window is chosen. Otherwise the trace is replayed as a whole.
  bool is_chosen() const { return kind_ != Kind::none; }

  /// Whether jobs before the window are replayed, too.
  bool warms_up() const { return warm_up_ > 0; }

  /// The jobs of the window, and those before it that come within `window_warm_up`. The date at which the
  /// window begins becomes `window_warm_up`. `all` has at least one job, in the order of submission. Throws
  /// InputError if there is no such window, or no job in it.
  std::vector<Job> take(std::vector<Job> all, RandomStreams& random);

  /// What is to be said of the jobs that were left out.
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  enum class Kind { none, parts_by_jobs, parts_by_time, jobs, time };
  /// Jobs of the window, from `first` up to `end`, and the date at which it begins.
  struct Range {
    std::size_t first, end;
    Seconds begin;
  };

  [[noreturn]] void refuse(const std::string& what) const;
  void read_number(const std::string& text);
  Range range_in(const std::vector<Job>& all, RandomStreams& random);
  Range by_jobs(const std::vector<Job>& all, std::size_t first, std::size_t end) const;
  Range by_time(const std::vector<Job>& all, Seconds length, std::int64_t windows) const;
  void check_number(std::int64_t windows) const;

  Kind kind_ = Kind::none;
  bool is_random_ = false;
  std::int64_t number_ = 0;  ///< of the window, from 0
  std::int64_t windows_ = 0; ///< into which the trace is cut
  std::int64_t jobs_ = 0;    ///< of a window
  Seconds time_ = 0;         ///< that a window lasts
  Seconds warm_up_;
  std::string file_;
  std::int64_t left_out_ = 0, warming_up_ = 0;
};

} // namespace malha
