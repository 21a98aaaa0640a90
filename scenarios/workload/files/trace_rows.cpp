// SPDX-License-Identifier: MIT
#include "trace_rows.hpp"

namespace malha {
namespace {

constexpr std::array<ReplayVerdict, 6> skipping{
    ReplayVerdict::skip_run_time_unknown, ReplayVerdict::skip_cancelled,     ReplayVerdict::skip_size_unknown,
    ReplayVerdict::skip_never_started,    ReplayVerdict::skip_still_running, ReplayVerdict::skip_part};

std::string reason_of(ReplayVerdict verdict, const std::string& resources) {
  switch (verdict) {
  case ReplayVerdict::skip_run_time_unknown:
    return "run time unknown";
  case ReplayVerdict::skip_cancelled:
    return "cancelled before it started";
  case ReplayVerdict::skip_size_unknown:
    return resources + " unknown";
  case ReplayVerdict::skip_never_started:
    return "never started";
  case ReplayVerdict::skip_still_running:
    return "still running";
  default:
    return "part of a job, which another line sums up";
  }
}

} // namespace

ParameterSpec bad_rows_parameter() {
  return choice(
      "bad_rows", "refuse", {"refuse", "skip"},
      "rows that are wrong: refuse the file, naming the first of them; or skip them, and count each "
      "with the reason");
}

TraceRows::TraceRows(const Parameters& parameters, std::string resources)
    : skips_bad_(parameters.text("bad_rows") == "skip"), resources_(std::move(resources)) {}

ReplayVerdict TraceRows::verdict_on(const RecordedJob& job) {
  const auto verdict = malha::verdict_on(job);
  if (verdict != ReplayVerdict::replay && verdict < ReplayVerdict::refuse_start)
    ++skipped_.at(static_cast<std::size_t>(verdict));
  return verdict;
}

void TraceRows::leave_out(const BadRow& row) {
  if (!skips_bad_)
    throw InputError(row.what() +
                     std::string("; or set workload.bad_rows=skip, which skips such rows and counts them"));
  skip("bad row: " + row.reason());
}

void TraceRows::add_to(std::vector<WorkloadNote>& notes) const {
  for (const auto verdict : skipping)
    if (const auto number = skipped_.at(static_cast<std::size_t>(verdict)))
      notes.push_back({"skipped: " + reason_of(verdict, resources_), number});
  for (const auto& [reason, number] : others_)
    notes.push_back({"skipped: " + reason, number});
}

std::string TraceRows::reasons() const {
  std::vector<WorkloadNote> notes;
  add_to(notes);
  std::string text;
  for (const auto& note : notes)
    text += (text.empty() ? " (" : ", ") + note.what + ": " + std::to_string(note.jobs);
  return text.empty() ? "" : text + ")";
}

} // namespace malha
