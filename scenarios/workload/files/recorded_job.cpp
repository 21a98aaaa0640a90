// SPDX-License-Identifier: MIT
#include "recorded_job.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace malha {
namespace {

constexpr std::array<std::pair<std::string_view, EndState>, 16> state_words{
    {{"COMPLETED", EndState::completed},
     {"COMPLETE", EndState::completed},
     {"CD", EndState::completed},
     {"CA", EndState::cancelled},
     {"REVOKED", EndState::cancelled},  // another cluster of the federation ran the job
     {"DEADLINE", EndState::cancelled}, // it could no longer end in time
     {"PENDING", EndState::pending},
     {"PD", EndState::pending},
     {"CONFIGURING", EndState::pending},
     {"QUEUED", EndState::pending},
     {"REQUEUE_HOLD", EndState::pending},
     {"RUNNING", EndState::running},
     {"SUSPENDED", EndState::running},
     {"STOPPED", EndState::running},
     {"RESIZING", EndState::running},
     {"STAGE_OUT", EndState::running}}};

/// Of Slurm's numbers, the state is in the lowest byte; flags are above it. In their order: pending, running,
/// suspended, complete, cancelled, failed, timeout, node_fail, preempted, boot_fail, deadline, out of memory.
constexpr std::array<EndState, 12> slurm_states{EndState::pending,   EndState::running,   EndState::running,
                                                EndState::completed, EndState::cancelled, EndState::unknown,
                                                EndState::unknown,   EndState::unknown,   EndState::unknown,
                                                EndState::unknown,   EndState::cancelled, EndState::unknown};

bool is_no_date(const std::optional<Seconds>& date, const std::optional<Seconds>& before) {
  return date && before && (*date == 0 || *date == -1) && *date < *before;
}

bool never_ran(const RecordedJob& job) {
  return *job.run_time == 0 && job.allocated == 0.0 && job.state != EndState::completed;
}

} // namespace

std::optional<EndState> swf_state(double number) {
  if (number == 1)
    return EndState::completed;
  if (number == 5)
    return EndState::cancelled;
  if (number == 2 || number == 3 || number == 4)
    return EndState::part;
  return number == 0 || number == -1 ? std::optional(EndState::unknown) : std::nullopt;
}

std::optional<EndState> slurm_state(double number) {
  if (!(number >= 0 && number <= 4294967295.0) || number != std::trunc(number))
    return std::nullopt;
  const auto state = static_cast<std::uint32_t>(number) & 0xffU;
  return state < slurm_states.size() ? std::optional(slurm_states.at(state)) : std::nullopt;
}

EndState state_in(std::string_view word) {
  std::string name(
      word.substr(0, word.find_first_of(" +"))); // sacct cuts a word that is too long: CANCELLED+
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (name.rfind("CANCEL", 0) == 0)
    return EndState::cancelled;
  const auto found = std::find_if(state_words.begin(), state_words.end(),
                                  [&](const auto& known) { return known.first == name; });
  return found == state_words.end() ? EndState::unknown : found->second;
}

ReplayVerdict verdict_on(const RecordedJob& job) {
  if (job.state == EndState::part)
    return ReplayVerdict::skip_part;
  if (is_no_date(job.start, job.submitted))
    return ReplayVerdict::skip_never_started;
  if (!job.run_time || is_no_date(job.end, job.start ? job.start : job.submitted))
    return ReplayVerdict::skip_run_time_unknown;
  if (job.start && job.submitted && *job.start < *job.submitted)
    return ReplayVerdict::refuse_start;
  if (*job.run_time < 0)
    return ReplayVerdict::refuse_end;
  if (job.state == EndState::pending)
    return ReplayVerdict::skip_never_started;
  if (job.state == EndState::running)
    return ReplayVerdict::skip_still_running;
  if (*job.run_time == 0 && job.state == EndState::cancelled)
    return ReplayVerdict::skip_cancelled;
  if (never_ran(job))
    return ReplayVerdict::skip_never_started;
  return job.size.value_or(0) > 0 ? ReplayVerdict::replay : ReplayVerdict::skip_size_unknown;
}

} // namespace malha
