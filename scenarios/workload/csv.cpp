// SPDX-License-Identifier: MIT
// A trace as CSV, plain or gzip: one row is one rigid job. Parameter `columns` says what its columns hold.
#include "files/csv_columns.hpp"
#include "files/metadata.hpp"
#include "files/resample.hpp"
#include "files/swf.hpp"
#include "files/trace_jobs.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_set>

namespace malha {
namespace {

constexpr double in_a_second = 1e6; // microseconds, in which dates of a trace are read

class CsvTrace : public JobSource {
public:
  explicit CsvTrace(const WorkloadInput& input);

  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(std::move(jobs_[next_++].job));
  }
  std::vector<WorkloadNote> notes() const override;
  std::optional<std::int64_t> jobs() const override { return static_cast<std::int64_t>(jobs_.size()); }

private:
  struct RowJob {
    Job job; ///< numbered by its row, from 1
    TraceDate submitted;
    std::string id; ///< as the file has it; empty: it has none
  };

  void read_row(JobId row);
  TraceDate submitted();
  std::optional<Seconds> run_time(const std::optional<TraceDate>& start, const std::optional<TraceDate>& end);
  bool skipped(const std::optional<Seconds>& run_time, const std::optional<int>& nodes);
  std::string new_id();
  void name_jobs();
  void date_jobs();

  CsvRows rows_;
  CsvColumns columns_;
  FlopsPerSecond reference_speed_;
  TraceEstimates estimates_;
  std::vector<RowJob> jobs_;
  std::size_t next_ = 0;
  std::unordered_set<std::string> ids_;
  std::unordered_set<JobId> numbers_; ///< ids that are numbers: "1" and "01" are one
  std::int64_t without_run_time_ = 0, without_nodes_ = 0, never_started_ = 0;
  std::int64_t without_zone_ = 0, named_by_row_ = 0, moved_ = 0;
};

CsvTrace::CsvTrace(const WorkloadInput& input)
    : rows_(input.file), columns_(rows_, input.file.string(), input.parameters.text("columns")),
      reference_speed_(input.reference_speed), estimates_(input) {
  for (JobId row = 1; rows_.next(); ++row)
    read_row(row);
  if (jobs_.empty())
    throw InputError(input.file.string() + ": holds no job that can run; valid: at least one row whose run "
                                           "time and nodes are known");
  name_jobs();
  date_jobs();
  moved_ = sort_by_submission(jobs_, [](const RowJob& one) { return one.job.submitted; });
}

void CsvTrace::read_row(JobId row) {
  RowJob read;
  read.id = new_id();
  read.submitted = submitted();
  const auto start = columns_.date("start"), end = columns_.date("end");
  const auto time = run_time(start, end);
  const auto nodes = columns_.count("nodes");
  const auto limit = columns_.duration("limit");
  if (skipped(time, nodes))
    return;
  without_zone_ += read.submitted.lacks_zone || (start && start->lacks_zone); // as does its end
  read.job = rigid_job(row, 0, *time, *nodes, reference_speed_);
  read.job.walltime = estimates_.of(*time, limit.value_or(0));
  read.job.user = columns_.text("user");
  read.job.queue = columns_.text("queue");
  read.job.metadata = columns_.metadata();
  jobs_.push_back(std::move(read));
}

TraceDate CsvTrace::submitted() {
  const auto date = columns_.date("submit");
  if (!date)
    columns_.fail("submit", "a date, which every job must have");
  return *date;
}

/// Nothing where it is not known. A job that was cancelled before it started, or that still runs, lacks one
/// of the dates.
std::optional<Seconds> CsvTrace::run_time(const std::optional<TraceDate>& start,
                                          const std::optional<TraceDate>& end) {
  if (columns_.has("run"))
    return columns_.duration("run");
  if (!start || !end)
    return std::nullopt;
  if (start->is_of_calendar != end->is_of_calendar)
    columns_.fail("end", "a date of the same kind as that of 'start'");
  if (start->lacks_zone && !end->lacks_zone)
    columns_.fail("start", "a date with a zone, since 'end' has one; or both without");
  if (end->lacks_zone && !start->lacks_zone)
    columns_.fail("end", "a date with a zone, since 'start' has one; or both without");
  if (end->microseconds < start->microseconds)
    columns_.fail("end", "a date at or after that of 'start', " + columns_.text("start"));
  return static_cast<double>(end->microseconds - start->microseconds) / in_a_second;
}

/// Slurm writes CANCELLED, or "CANCELLED by" somebody.
bool is_cancelled(std::string state) {
  for (auto& c : state)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return state.rfind("CANCEL", 0) == 0;
}

bool CsvTrace::skipped(const std::optional<Seconds>& run_time, const std::optional<int>& nodes) {
  if (!run_time)
    ++without_run_time_;
  else if (*run_time == 0 && is_cancelled(columns_.text("state")))
    ++never_started_;
  else if (nodes.value_or(0) == 0)
    ++without_nodes_;
  else
    return false;
  return true;
}

/// The id in the row, which no other row has.
std::string CsvTrace::new_id() {
  if (!columns_.has("job"))
    return "";
  auto id = columns_.text("job");
  const auto number = parse_number<JobId>(id);
  if (id.empty())
    columns_.fail("job", "an id of its own for each job");
  if (!ids_.insert(id).second || (number && !numbers_.insert(*number).second))
    columns_.fail("job", "an id of its own for each job, since this one is there twice; or a map without "
                         "'job', which numbers jobs by their rows");
  return id;
}

/// Gives the jobs the numbers that the file gives them, where all are numbers. Otherwise they keep those of
/// their rows, and the metadata have the id.
void CsvTrace::name_jobs() {
  const auto has_number = [](const RowJob& one) {
    const auto number = parse_number<JobId>(one.id);
    return number && *number >= 0 && static_cast<double>(*number) <= swf::largest_integer;
  };
  if (!columns_.has("job"))
    return;
  if (!std::all_of(jobs_.begin(), jobs_.end(), has_number)) {
    named_by_row_ = static_cast<std::int64_t>(jobs_.size());
    for (auto& [job, submitted, id] : jobs_)
      job.metadata = "id=" + metadata_text(id) + (job.metadata.empty() ? "" : ";") + job.metadata;
    return;
  }
  for (auto& [job, submitted, id] : jobs_)
    job.id = job.tasks.front().number = *parse_number<JobId>(id);
}

/// Dates of the calendar count from the first submission.
void CsvTrace::date_jobs() {
  const auto& first = std::min_element(jobs_.begin(), jobs_.end(), [](const auto& a, const auto& b) {
                        return a.submitted.microseconds < b.submitted.microseconds;
                      })->submitted;
  const auto origin = first.is_of_calendar ? first.microseconds : 0;
  for (auto& one : jobs_)
    one.job.submitted = static_cast<double>(one.submitted.microseconds - origin) / in_a_second;
}

std::vector<WorkloadNote> CsvTrace::notes() const {
  std::vector<WorkloadNote> all{{"skipped: run time unknown", without_run_time_},
                                {"skipped: cancelled before it started", never_started_},
                                {"skipped: nodes unknown", without_nodes_},
                                {"numbered by row, since an id is no number", named_by_row_},
                                {"date without a zone, read as UTC", without_zone_}};
  estimates_.add_to(all);
  all.push_back({"sorted by submission", moved_});
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& note) { return note.jobs == 0; }),
            all.end());
  return all;
}

WorkloadDescriptor described() {
  auto reader = workload_reader<CsvTrace>(
      "csv", {".csv", ".csv.gz"},
      "rigid jobs from a trace as CSV, plain or gzip, whose columns a setting names", "RFC 4180; ISO 8601",
      {Estimates::parameter("user"), reference_speed_parameter(), resample_parameter(),
       text("columns", "",
            "what the columns hold: FIELD:COLUMN or FIELD:COLUMN:FORM, with ',' between them, such as "
            "submit:submit_time:date. FIELD is submit, nodes, run or both start and end, and as you like "
            "limit, job, user, queue, state, and job.NAME, which is kept in the metadata")});
  reader.make = make_resampling_source<CsvTrace>;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha
