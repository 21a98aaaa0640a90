// SPDX-License-Identifier: MIT
#include "csv_replay.hpp"

#include "dependency_text.hpp"
#include "policies/sdk/device_counts.hpp"
#include "policies/sdk/node_features.hpp"
#include "policies/sdk/numbers.hpp"

#include <functional>

namespace malha {
namespace {

/// Whether it is known which of two dates is the earlier one.
bool are_comparable(const TraceDate& a, const TraceDate& b) {
  return a.is_of_calendar == b.is_of_calendar && a.lacks_zone == b.lacks_zone;
}

} // namespace

CsvReplay::CsvReplay(const std::filesystem::path& file, const Parameters& parameters)
    : rows_(file), columns_(rows_, file.string(), parameters.text("columns"), parameters.text("delimiter")),
      sizes_(rows_, columns_, parameters), counts_(parameters, "nodes") {
  for (const auto wish :
       {CsvColumn::memory, CsvColumn::devices, CsvColumn::licences, CsvColumn::after, CsvColumn::array,
        CsvColumn::begin, CsvColumn::hold, CsvColumn::deadline, CsvColumn::constraint, CsvColumn::nice})
    has_wishes_ = has_wishes_ || columns_.has(wish);
}

const CsvJob* CsvReplay::next() {
  for (;;) {
    ++job_.row;
    try {
      if (!rows_.next())
        return nullptr;
      if (read_job())
        return &job_;
    } catch (const BadRow& bad) {
      counts_.leave_out(bad);
    }
  }
}

/// Returns false where the row becomes no job.
bool CsvReplay::read_job() {
  job_.id = columns_.text(CsvColumn::job);
  if (is_step()) {
    counts_.skip("step of a job");
    return false;
  }
  if (has_ids())
    check_id();
  const auto submitted = columns_.date(CsvColumn::submit);
  if (!submitted)
    columns_.refuse(CsvColumn::submit, "a date, which every job must have");
  job_.submitted = *submitted;
  job_.limit = columns_.duration(CsvColumn::limit);
  if (!is_replayed())
    return false;
  read_texts();
  if (has_wishes_) {
    read_demands();
    read_dependencies();
    read_array();
    read_dates();
    read_constraint();
    read_nice();
  }
  ++read_;
  return true;
}

/// sacct lists the steps of a job below it: 17, 17.batch, 17.0.
bool CsvReplay::is_step() {
  const auto length = parent_.size();
  if (length > 0 && job_.id.size() > length && job_.id[length] == '.' &&
      job_.id.compare(0, length, parent_) == 0)
    return true;
  parent_ = job_.id;
  return false;
}

void CsvReplay::check_id() {
  if (job_.id.empty())
    columns_.refuse(CsvColumn::job, "an id of its own for each job");
  const auto number = parse_number<JobId>(job_.id); // "1" and "01" are one
  const bool is_new = number && *number >= 0 ? numbers_.add(*number)
                                             : texts_.insert(std::hash<std::string>{}(job_.id)).second;
  if (!is_new)
    columns_.refuse(CsvColumn::job,
                    "an id of its own for each job, since this one is listed twice; or a map without "
                    "'job', which numbers jobs by their rows");
}

void CsvReplay::read_texts() {
  const auto shared = [&](CsvColumn what) {
    const auto text = columns_.text(what);
    return text.empty() ? SharedText() : SharedText(std::string(text));
  };
  job_.credentials = {shared(CsvColumn::user),      shared(CsvColumn::account),   shared(CsvColumn::group),
                      shared(CsvColumn::queue),     shared(CsvColumn::partition), shared(CsvColumn::qos),
                      shared(CsvColumn::executable)};
  job_.name = shared(CsvColumn::name);
  job_.reservation = shared(CsvColumn::reservation);
  job_.metadata = columns_.metadata();
}

void CsvReplay::read_demands() {
  Demands demands;
  demands.memory = columns_.memory(CsvColumn::memory).value_or(0);
  const auto read = [&](CsvColumn what) {
    try {
      return device_counts(std::string(columns_.text(what)));
    } catch (const std::invalid_argument&) {
      columns_.refuse(what, "names and numbers, such as gpu:2");
    }
  };
  demands.devices = read(CsvColumn::devices);
  demands.licences = read(CsvColumn::licences);
  const bool has_any = demands.memory > 0 || !demands.devices.empty() || !demands.licences.empty();
  job_.demands = has_any ? std::make_shared<const Demands>(std::move(demands)) : nullptr;
}

void CsvReplay::read_dependencies() {
  job_.link = {};
  const auto text = columns_.text(CsvColumn::after);
  try {
    if (!text.empty())
      job_.link = dependency_of(text);
  } catch (const std::invalid_argument&) {
    columns_.refuse(CsvColumn::after,
                    "such as afterok:12:13, after:12+5, afterany:12?afternotok:14 or singleton");
  }
  job_.link.place = static_cast<std::size_t>(job_.row);
}

/// The name of the array, and behind a '%' how many of its tasks may run at once.
void CsvReplay::read_array() {
  const std::string text(columns_.text(CsvColumn::array));
  const auto percent = text.find('%');
  job_.array = {text.substr(0, percent), 0};
  if (percent == std::string::npos)
    return;
  const auto most = parse_number<int>(text.substr(percent + 1));
  if (percent == 0 || !most || *most < 1)
    columns_.refuse(CsvColumn::array,
                    "the name of an array, such as 17, or 17%3 if three of its tasks may run at once");
  job_.array.most_at_once = *most;
}

void CsvReplay::read_dates() {
  job_.is_held_forever = columns_.text(CsvColumn::hold) == "forever";
  job_.released = job_.is_held_forever ? std::nullopt : date_like_submission(CsvColumn::hold);
  job_.begin = date_like_submission(CsvColumn::begin);
  job_.deadline = date_like_submission(CsvColumn::deadline);
}

/// A date that counts from where that of the submission does.
std::optional<TraceDate> CsvReplay::date_like_submission(CsvColumn what) const {
  const auto date = columns_.date(what);
  if (date && !are_comparable(job_.submitted, *date))
    columns_.refuse(what, "a date of the same kind as that of 'submit', with a zone only if that has one");
  return date;
}

void CsvReplay::read_constraint() {
  const std::string text(columns_.text(CsvColumn::constraint));
  try {
    if (!text.empty())
      required_features(text);
  } catch (const std::invalid_argument&) {
    columns_.refuse(CsvColumn::constraint, "a feature of nodes, such as gpu, or several, such as gpu&ssd");
  }
  job_.constraint = text;
}

/// The bounds are Slurm's.
void CsvReplay::read_nice() {
  constexpr std::int32_t most = 2147483645;
  const std::string text(columns_.text(CsvColumn::nice));
  const auto nice = text.empty() ? std::optional<std::int32_t>(0) : parse_number<std::int32_t>(text);
  if (!nice || *nice < -most || *nice > most)
    columns_.refuse(CsvColumn::nice, "an integer, from -2147483645 to 2147483645");
  job_.nice = *nice;
}

bool CsvReplay::is_replayed() {
  const auto start = columns_.date(CsvColumn::start), end = columns_.date(CsvColumn::end);
  sizes_.read();
  const auto nodes = sizes_.nodes();
  RecordedJob recorded;
  recorded.state = columns_.state();
  recorded.size = nodes ? std::optional<double>(*nodes) : std::nullopt;
  recorded.run_time = columns_.duration(CsvColumn::run);
  if (start && are_comparable(job_.submitted, *start)) {
    recorded.submitted = in_seconds(job_.submitted.microseconds);
    recorded.start = in_seconds(start->microseconds);
  }
  if (start && end) {
    check_comparable(*start, *end);
    recorded.start = in_seconds(start->microseconds);
    recorded.end = in_seconds(end->microseconds);
    recorded.run_time = in_seconds(end->microseconds - start->microseconds);
  }
  recorded.run_time = sizes_.run_time(recorded.run_time);
  const auto verdict = counts_.verdict_on(recorded);
  if (verdict == ReplayVerdict::refuse_start)
    columns_.refuse(CsvColumn::start,
                    "a date at or after the submission, " + std::string(columns_.text(CsvColumn::submit)));
  if (verdict == ReplayVerdict::refuse_end)
    columns_.refuse(CsvColumn::end,
                    "a date at or after that of 'start', " + std::string(columns_.text(CsvColumn::start)));
  slurm_numbers_ += columns_.has_slurm_number();
  if (verdict != ReplayVerdict::replay)
    return false;
  without_zone_ += job_.submitted.lacks_zone || (start && start->lacks_zone); // as does its end
  job_.run_time = *recorded.run_time;
  job_.nodes = *nodes;
  job_.sizes = sizes_.checked(job_.run_time);
  return true;
}

/// Refuses an unknown run time.
void CsvReplay::check_comparable(const TraceDate& start, const TraceDate& end) const {
  if (start.is_of_calendar != end.is_of_calendar)
    columns_.refuse(CsvColumn::end, "a date of the same kind as that of 'start'");
  if (start.lacks_zone && !end.lacks_zone)
    columns_.refuse(CsvColumn::start, "a date with a zone, since 'end' has one; or both without");
  if (end.lacks_zone && !start.lacks_zone)
    columns_.refuse(CsvColumn::end, "a date with a zone, since 'start' has one; or both without");
}

void CsvReplay::add_to(std::vector<WorkloadNote>& notes) const {
  if (without_zone_ > 0)
    notes.push_back({"date without a zone, read as UTC", without_zone_});
  if (slurm_numbers_ > 0)
    notes.push_back({"state read as a number of Slurm", slurm_numbers_});
  sizes_.add_to(notes);
  if (!columns_.found_delimiter().empty())
    notes.push_back({"cells between delimiters found in the header: " + columns_.found_delimiter(), read_});
}

} // namespace malha
