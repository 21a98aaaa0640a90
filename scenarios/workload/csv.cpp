// SPDX-License-Identifier: MIT
// A trace as CSV, plain or gzip: one row is one job, which is rigid or says on how many nodes it may run.
// Parameter `columns` says what its columns hold.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/csv_replay.hpp"
#include "scenarios/workload/files/job_sizes.hpp"
#include "scenarios/workload/files/metadata.hpp"
#include "scenarios/workload/files/swf.hpp"
#include "scenarios/workload/files/trace_jobs.hpp"
#include "scenarios/workload/files/trace_source.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha {
namespace {

/// Reads the file twice: once to check all of it, and once as a stream, unless it must be sorted.
class CsvTrace : public JobSource {
public:
  explicit CsvTrace(const WorkloadInput& input);

  std::optional<Job> next() override;
  std::vector<WorkloadNote> notes() const override;
  std::optional<std::int64_t> jobs() const override { return jobs_; }

private:
  void survey(const WorkloadInput& input);
  void read_all();
  std::optional<Job> read_next();
  void name(Job& job, const CsvJob& row);
  void set_dates(Job& job, const CsvJob& row);

  const std::string file_;
  CsvReplay rows_;
  JobLinks links_;
  FlopsPerSecond reference_speed_;
  TraceEstimates estimates_;
  TraceDates dates_;
  std::int64_t jobs_ = 0;
  bool is_in_order_ = true, has_numbers_ = true;
  std::optional<std::vector<Job>> sorted_; ///< all jobs, of a file that is not in order
  std::size_t next_ = 0;                   ///< among those
  std::int64_t named_by_row_ = 0, moved_ = 0;
};

CsvTrace::CsvTrace(const WorkloadInput& input)
    : file_(input.file.string()), rows_(input.file, input.parameters),
      links_(rows_.has_dependencies() && !input.keeps_all), reference_speed_(input.reference_speed),
      estimates_(input) {
  survey(input);
  if (links_.are_kept() && !(rows_.has_ids() && has_numbers_))
    throw InputError(file_ +
                     ": column 'after' says for which jobs a job waits, and jobs have no numbers; valid: "
                     "job:COLUMN, whose values are integers from 0 on");
  if (!is_in_order_ || links_.are_kept())
    read_all();
}

/// Finds out what must be known before the first job: whether rows are in order, the first date, and whether
/// all ids are numbers.
void CsvTrace::survey(const WorkloadInput& input) {
  CsvReplay rows(input.file, input.parameters);
  std::optional<TraceDate> first;
  std::int64_t last = 0;
  while (const auto* row = rows.next()) {
    const auto date = row->submitted.microseconds;
    is_in_order_ = is_in_order_ && (!first || date >= last);
    if (!first || date < first->microseconds)
      first = row->submitted;
    last = date;
    const auto number = parse_number<JobId>(row->id);
    has_numbers_ =
        has_numbers_ && number && *number >= 0 && static_cast<double>(*number) <= swf::largest_integer;
    ++jobs_;
  }
  if (!first)
    throw InputError(input.file.string() + ": holds no job that can run" + rows.counts().reasons() +
                     "; valid: at least one row whose run time and nodes are known");
  dates_.begin(*first);
}

std::optional<Job> CsvTrace::next() {
  if (!sorted_)
    return read_next();
  return next_ == sorted_->size() ? std::nullopt : std::optional(std::move((*sorted_)[next_++]));
}

void CsvTrace::read_all() {
  std::vector<Job> jobs;
  jobs.reserve(static_cast<std::size_t>(jobs_));
  while (auto read = read_next())
    jobs.push_back(std::move(*read));
  moved_ = sort_by_submission(jobs, [](const Job& job) { return job.submitted; });
  if (links_.are_kept())
    links_.apply(jobs, [this](std::size_t row, const std::string& flaw) {
      throw InputError(file_ + ": row " + std::to_string(row) + ": it waits for job " + flaw +
                       "; valid: a job that is submitted before");
    });
  sorted_ = std::move(jobs);
}

std::optional<Job> CsvTrace::read_next() {
  const auto* row = rows_.next();
  if (row == nullptr)
    return std::nullopt;
  Job read = rigid_job(row->row, dates_.of(row->submitted), row->run_time, row->nodes, reference_speed_);
  read.walltime = estimates_.of(row->run_time, row->limit.value_or(0));
  static_cast<Credentials&>(read) = row->credentials;
  read.metadata = row->metadata;
  read.name = row->name;
  read.reservation = row->reservation;
  read.array = row->array;
  read.demands = row->demands;
  read.constraint = row->constraint;
  read.nice = row->nice;
  set_dates(read, *row);
  if (rows_.has_ids())
    name(read, *row);
  if (row->sizes != nullptr)
    give_sizes(read, *row->sizes);
  if (links_.are_kept())
    links_.add(read.id, row->link);
  return read;
}

/// Dates before that from which dates count have no meaning.
void CsvTrace::set_dates(Job& job, const CsvJob& row) {
  const auto date = [this](const TraceDate& one) { return std::max<Seconds>(0, dates_.other(one)); };
  if (row.begin)
    job.dates.begin = date(*row.begin);
  if (row.released || row.is_held_forever)
    job.dates.held_until = row.is_held_forever ? never : date(*row.released);
  if (row.deadline)
    job.deadline = date(*row.deadline);
}

/// Gives the job the number that the file gives it, where all ids are numbers. Otherwise it keeps that of its
/// row, and the metadata have the id.
void CsvTrace::name(Job& job, const CsvJob& row) {
  if (has_numbers_) {
    job.id = job.tasks.front().number = *parse_number<JobId>(row.id);
    return;
  }
  ++named_by_row_;
  job.metadata = "id=" + metadata_text(row.id) + (row.metadata.empty() ? "" : ";") + row.metadata;
}

std::vector<WorkloadNote> CsvTrace::notes() const {
  std::vector<WorkloadNote> all;
  rows_.counts().add_to(all);
  if (named_by_row_ > 0)
    all.push_back({"numbered by row, since an id is no number", named_by_row_});
  rows_.add_to(all);
  dates_.add_to(all);
  estimates_.add_to(all);
  if (links_.are_kept())
    links_.add_to(all);
  if (moved_ > 0)
    all.push_back({"sorted by submission", moved_});
  return all;
}

WorkloadDescriptor described() {
  auto reader = workload_reader<CsvTrace>(
      "csv", {".csv", ".csv.gz"}, "jobs from a trace as CSV, plain or gzip, whose columns a setting names",
      "RFC 4180; ISO 8601",
      with_trace_parameters(
          {Estimates::parameter("user"), reference_speed_parameter(), bad_rows_parameter(),
           text("columns", "",
                "what the columns hold: FIELD:COLUMN or FIELD:COLUMN:FORM, with ',' between them, such as "
                "submit:submit_time:date. FIELD is submit, nodes, run or both start and end, and as you like "
                "limit, job, user, queue, state, and job.NAME, which is kept in the metadata; of jobs that "
                "may run on several numbers of nodes type, min, pref, max, work, law, parts, cost and asks"),
           choice("sizes_clip", "on", {"on", "off"},
                  "what becomes of asks for nodes beyond the sizes of a job: on: they are for the nearest "
                  "size; off: the row is wrong"),
           delimiter_parameter()}));
  reader.make = make_trace_source<CsvTrace>;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha
