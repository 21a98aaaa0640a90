// SPDX-License-Identifier: MIT
// What sacct of Slurm prints of the jobs of a cluster, plain or gzip: a row is one rigid job, or one of the
// runs of a job that was put back in the queue.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/node_features.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/metadata.hpp"
#include "scenarios/workload/files/sacct_demands.hpp"
#include "scenarios/workload/files/swf.hpp"
#include "scenarios/workload/files/trace_jobs.hpp"
#include "scenarios/workload/files/trace_rows.hpp"
#include "scenarios/workload/files/trace_source.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace malha {
namespace {

/// A job of the file, or the last run of one.
struct SacctJob {
  SacctRow row;
  RecordedJob recorded;
  TraceDate date{};     ///< of its submission in the simulation
  TraceDate eligible{}; ///< from when on it could have started
};

/// Reads all of the file before the first job, because a later row may be another run of the same job.
class SacctTrace : public JobSource {
public:
  explicit SacctTrace(const WorkloadInput& input);

  std::optional<Job> next() override;
  std::vector<WorkloadNote> notes() const override;
  std::optional<std::int64_t> jobs() const override { return static_cast<std::int64_t>(jobs_.size()); }

private:
  void read_all(const std::filesystem::path& file);
  void take(const SacctRows& rows, const SacctRow& row);
  RecordedJob recorded(const SacctRow& row) const;
  void keep_replayed();
  void count(const SacctJob& job);
  Job job_of(const SacctJob& job);

  const bool counts_cpus_, heeds_constraints_, begins_later_;
  FlopsPerSecond reference_speed_;
  TraceRows rows_;
  TraceEstimates estimates_;
  TraceDates dates_;
  std::vector<SacctJob> jobs_;                          ///< in the order of the file, then of submission
  std::unordered_map<std::string, std::size_t> places_; ///< in `jobs_`, by JobIDRaw
  std::size_t next_ = 0;
  bool has_numbers_ = true;
  std::int64_t restarts_ = 0, moved_ = 0, without_zone_ = 0, later_ = 0, rounded_ = 0, constrained_ = 0;
  Seconds later_by_ = 0; ///< in all
};

/// Its id, if that is a number.
std::optional<JobId> number_of_job(const SacctRow& row) {
  const auto number = parse_number<JobId>(row.raw);
  const bool is_id = number && *number >= 0 && static_cast<double>(*number) <= swf::largest_integer;
  return is_id ? number : std::nullopt;
}

/// The date from which the job could have started; a dependency, a begin date or a hold kept it before. A job
/// that had started by then was eligible, whatever the row says.
TraceDate date_of(const SacctRow& row, const RecordedJob& recorded) {
  auto date = row.eligible.value_or(row.submitted);
  if (recorded.start && *recorded.start < in_seconds(date.microseconds))
    date = *row.start;
  return date.microseconds < row.submitted.microseconds ? row.submitted : date;
}

bool are_heeded(const std::string& constraints) {
  try {
    return constraints.empty() || !required_features(constraints).empty();
  } catch (const std::invalid_argument&) {
    return false;
  }
}

SacctTrace::SacctTrace(const WorkloadInput& input)
    : counts_cpus_(input.parameters.text("size") == "cpus"),
      heeds_constraints_(input.parameters.text("constraints") == "heed"),
      begins_later_(input.parameters.text("eligible") == "begin"), reference_speed_(input.reference_speed),
      rows_(input.parameters, counts_cpus_ ? "CPUs" : "nodes"), estimates_(input) {
  read_all(input.file);
  keep_replayed();
  if (jobs_.empty())
    throw InputError(input.file.string() + ": holds no job that can run" + rows_.reasons() +
                     "; valid: at least one row whose run time and size are known");
  moved_ = sort_by_submission(jobs_, [](const SacctJob& job) { return job.date.microseconds; });
  dates_.begin(jobs_.front().date);
}

void SacctTrace::read_all(const std::filesystem::path& file) {
  SacctRows rows(file);
  for (bool goes_on = true; goes_on;)
    try {
      const auto* row = rows.next();
      goes_on = row != nullptr;
      if (goes_on && rows.is_step())
        rows_.skip("step of a job");
      else if (goes_on)
        take(rows, *row);
    } catch (const BadRow& bad) {
      rows_.leave_out(bad);
    }
}

/// Of several runs of a job the one that was submitted last stays: a job that goes back to the queue is
/// submitted again.
void SacctTrace::take(const SacctRows& rows, const SacctRow& row) {
  SacctJob job{row, recorded(row)};
  const auto verdict = verdict_on(job.recorded);
  if (verdict == ReplayVerdict::refuse_start)
    rows.refuse("Start", "a date at or after the submission");
  if (verdict == ReplayVerdict::refuse_end)
    rows.refuse("End", "a date at or after that of 'Start'");
  if (job.recorded.size.value_or(0) > std::numeric_limits<int>::max())
    rows.refuse("ReqTRES", "at most " + std::to_string(std::numeric_limits<int>::max()) + " nodes or CPUs");
  if (heeds_constraints_ && !are_heeded(row.constraints))
    rows.refuse("Constraints", "a feature of nodes, such as gpu, or several, such as gpu&ssd; or setting "
                               "workload.constraints=ignore");
  job.eligible = date_of(row, job.recorded);
  job.date = begins_later_ ? row.submitted : job.eligible;
  const auto number = number_of_job(row);
  const auto key = number ? std::to_string(*number) : row.raw; // "1" and "01" are one
  const auto [there, is_new] = places_.emplace(key, jobs_.size());
  if (is_new)
    jobs_.push_back(std::move(job));
  else if (row.submitted.microseconds >= jobs_[there->second].row.submitted.microseconds)
    jobs_[there->second] = std::move(job);
  restarts_ += !is_new;
}

RecordedJob SacctTrace::recorded(const SacctRow& row) const {
  const auto seconds = [](const TraceDate& date) { return in_seconds(date.microseconds); };
  RecordedJob found;
  found.state = row.state;
  found.submitted = seconds(row.submitted);
  if (row.start)
    found.start = seconds(*row.start);
  if (row.end)
    found.end = seconds(*row.end);
  found.run_time = row.elapsed; // without the time for which it was suspended
  if (!found.run_time && found.start && found.end)
    found.run_time = in_seconds(row.end->microseconds - row.start->microseconds);
  const bool has_ended = row.state != EndState::pending && row.state != EndState::running;
  if (!found.run_time && !has_ended)
    found.run_time = 0; // the state says why there is none
  if (const double size = counts_cpus_ ? cpus_of(row) : nodes_of(row); size > 0)
    found.size = size;
  return found;
}

void SacctTrace::keep_replayed() {
  jobs_.erase(std::remove_if(
                  jobs_.begin(), jobs_.end(),
                  [&](const auto& job) { return rows_.verdict_on(job.recorded) != ReplayVerdict::replay; }),
              jobs_.end());
  places_.clear();
  for (const auto& job : jobs_)
    count(job);
}

void SacctTrace::count(const SacctJob& job) {
  has_numbers_ = has_numbers_ && number_of_job(job.row);
  without_zone_ += job.row.submitted.lacks_zone;
  constrained_ += !heeds_constraints_ && !job.row.constraints.empty();
  const auto later = job.eligible.microseconds - job.row.submitted.microseconds;
  later_ += later > 0;
  later_by_ += in_seconds(later);
}

std::optional<Job> SacctTrace::next() {
  return next_ == jobs_.size() ? std::nullopt : std::optional(job_of(jobs_[next_++]));
}

Job SacctTrace::job_of(const SacctJob& job) {
  const auto& row = job.row;
  const auto id = has_numbers_ ? *number_of_job(row) : static_cast<JobId>(next_);
  Job made = rigid_job(id, dates_.of(job.date), *job.recorded.run_time, static_cast<int>(*job.recorded.size),
                       reference_speed_);
  made.walltime = estimates_.of(*job.recorded.run_time, row.limit.value_or(0));
  static_cast<Credentials&>(made) = row.credentials;
  made.name = row.name;
  made.reservation = row.reservation;
  if (heeds_constraints_)
    made.constraint = row.constraints;
  if (begins_later_ && job.eligible.microseconds > job.date.microseconds)
    made.dates.begin = dates_.other(job.eligible);
  const auto demands = demands_of(row);
  made.demands = demands.demands;
  rounded_ += demands.is_rounded;
  auto metadata = row.metadata;
  if (!has_numbers_ && row.id == row.raw) // otherwise the metadata have the id
    metadata = "id=" + metadata_text(row.id) + (row.metadata.empty() ? "" : ";") + row.metadata;
  if (demands.demands != nullptr && !demands.demands->devices.empty())
    append_metadata(metadata, "gres=" + metadata_text(text_of_devices(*demands.demands)));
  made.metadata = metadata;
  return made;
}

std::vector<WorkloadNote> SacctTrace::notes() const {
  std::vector<WorkloadNote> all;
  rows_.add_to(all);
  const auto mean = later_ > 0 ? std::round(10 * later_by_ / static_cast<double>(later_)) / 10 : 0;
  all.push_back({"several runs, of which the last is replayed: other runs", restarts_});
  all.push_back({(begins_later_ ? "begins when it became eligible, on average "
                                : "submitted when it became eligible, on average ") +
                     shortest(mean) + " s later",
                 later_});
  all.push_back({"numbered by submission, since an id is no number",
                 has_numbers_ ? 0 : static_cast<std::int64_t>(jobs_.size())});
  all.push_back({"ignored: constraints", constrained_});
  all.push_back({"devices rounded up to the same number on each node", rounded_});
  all.push_back({"date without a zone, read as UTC", without_zone_});
  dates_.add_to(all);
  estimates_.add_to(all);
  all.push_back({"sorted by submission", moved_});
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& note) { return note.jobs == 0; }),
            all.end());
  return all;
}

WorkloadDescriptor described() {
  auto reader = workload_reader<SacctTrace>(
      "sacct", {".sacct", ".sacct.gz"},
      "rigid jobs from what sacct of Slurm prints, plain or gzip, with what they asked for",
      "sacct of Slurm 22.05",
      with_trace_parameters(
          {Estimates::parameter("user"), reference_speed_parameter(), bad_rows_parameter(),
           choice("size", "nodes", {"nodes", "cpus"},
                  "what the resources of the platform are: nodes, or CPUs"),
           choice("eligible", "submission", {"submission", "begin"},
                  "a job that became eligible after its submission is submitted then, or waits up to then"),
           choice("constraints", "ignore", {"ignore", "heed"},
                  "whether jobs run on nodes with the features that Constraints names")}));
  reader.make = make_trace_source<SacctTrace>;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha
