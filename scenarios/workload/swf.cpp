// SPDX-License-Identifier: MIT
// The Standard Workload Format 2.2, plain or gzip: one line is one rigid job.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/job_links.hpp"
#include "scenarios/workload/files/recorded_nodes.hpp"
#include "scenarios/workload/files/seen_numbers.hpp"
#include "scenarios/workload/files/swf_extra.hpp"
#include "scenarios/workload/files/swf_line.hpp"
#include "scenarios/workload/files/trace_jobs.hpp"
#include "scenarios/workload/files/trace_rows.hpp"
#include "scenarios/workload/files/trace_source.hpp"
#include "scenarios/workload/files/write_swf.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace malha::swf {
namespace {

constexpr Seconds a_day = 86400;

/// The texts of numbers that many jobs have, such as those of users: made once for all of them.
class NumberTexts {
public:
  /// "" for a number below 0, which is unknown.
  const SharedText& of(double number) {
    if (number < 0)
      return unknown_;
    auto& text = texts_[number];
    if (text.empty())
      text = written(number);
    return text;
  }

private:
  const SharedText unknown_{};
  std::unordered_map<double, SharedText> texts_;
};

class SwfReader : public JobSource {
public:
  explicit SwfReader(const WorkloadInput& input)
      : lines_(input.file), file_(input.file.string()), reference_speed_(input.reference_speed),
        rows_(input.parameters, "processors"), estimates_(input), extra_(input.parameters.text("fields")),
        links_(input.parameters, input.keeps_all), keeps_all_(input.keeps_all),
        in_order_(links_.are_kept() ? std::nullopt : jobs_in_order(input.file, rows_.skips_bad())) {
    if (!in_order_)
      read_all();
  }

  std::optional<Job> next() override;
  std::vector<WorkloadNote> notes() const override;
  std::vector<std::string> header() const override { return header_; }
  std::optional<std::int64_t> jobs() const override {
    return sorted_ ? static_cast<std::int64_t>(sorted_->size()) : in_order_;
  }

private:
  void read_all();
  std::optional<Job> read_next();
  std::optional<std::string_view> next_line();
  bool is_replayed(std::string_view line);
  bool is_good(std::string_view line);
  void read(std::string_view line);
  void check_numbers();
  void check_any() const;
  void apply_links(std::vector<Job>& jobs);
  std::vector<PrecedingJob> preceding_jobs() const;
  RecordedJob recorded(EndState state) const;
  double processors_of_line() const;
  Job job_of_line();
  std::string metadata() const;

  Credentials credentials();

  LineReader lines_;
  std::string file_;
  FlopsPerSecond reference_speed_;
  TraceRows rows_;
  TraceEstimates estimates_;
  TraceDates dates_;
  ExtraFields extra_;
  JobLinks links_;
  bool keeps_all_; ///< in metadata
  /// The number of lines of jobs, in a file that is in order and whose jobs wait for none.
  std::optional<std::int64_t> in_order_;
  SeenNumbers numbers_; ///< of jobs, in a file that is not in order
  std::vector<std::string> header_;
  std::size_t header_size_ = 0;            ///< in characters
  std::optional<std::vector<Job>> sorted_; ///< all jobs, of a file that is not in order
  std::size_t next_ = 0;                   ///< among those
  Line line_{};
  NumberTexts texts_;
  std::string preceding_;
  bool has_begun_ = false;
  std::int64_t given_ = 0, moved_ = 0, beyond_ = 0;
  std::int64_t from_allocation_ = 0, with_preceding_ = 0, unknown_status_ = 0;
};

std::optional<Job> SwfReader::next() {
  if (sorted_)
    return next_ == sorted_->size() ? std::nullopt : std::optional(std::move((*sorted_)[next_++]));
  auto read = read_next();
  if (read && !dates_.have_begun())
    dates_.begin(relative_date(read->submitted));
  if (read)
    read->submitted = dates_.of(read->submitted);
  return read;
}

void SwfReader::read_all() {
  std::vector<Job> jobs;
  while (auto read = read_next())
    jobs.push_back(std::move(*read));
  moved_ = sort_by_submission(jobs, [](const Job& job) { return job.submitted; });
  dates_.begin(relative_date(jobs.front().submitted));
  for (auto& job : jobs)
    job.submitted = dates_.of(job.submitted);
  if (links_.are_kept())
    apply_links(jobs);
  sorted_ = std::move(jobs);
}

void SwfReader::apply_links(std::vector<Job>& jobs) {
  links_.apply(jobs, [this](std::size_t line, const std::string& flaw) {
    rows_.leave_out({file_ + ":" + std::to_string(line) + ": " + name_of(preceding_job) + " is " + flaw +
                         "; valid: the number of a job that is submitted before",
                     name_of(preceding_job)});
  });
  given_ = static_cast<std::int64_t>(jobs.size());
  check_any();
}

/// The next job that is replayed, submitted at the date of the file.
std::optional<Job> SwfReader::read_next() {
  while (const auto line = next_line())
    if (is_replayed(*line)) {
      ++given_;
      return job_of_line();
    }
  check_any();
  return std::nullopt;
}

void SwfReader::check_any() const {
  if (given_ == 0)
    throw InputError(file_ + ": holds no job that can run" + rows_.reasons() +
                     "; valid: at least one job whose run time and processors are known");
}

std::vector<WorkloadNote> SwfReader::notes() const {
  std::vector<WorkloadNote> all;
  rows_.add_to(all);
  all.push_back({"processors from allocation", from_allocation_});
  dates_.add_to(all);
  estimates_.add_to(all);
  all.push_back({"sorted by submission", moved_});
  all.push_back({"ignored: status that SWF does not have", unknown_status_});
  if (links_.are_kept())
    links_.add_to(all);
  else
    all.push_back({"ignored: preceding job and think time", with_preceding_});
  all.push_back({extra_.empty() ? "ignored: fields behind the 18th"
                                : "ignored: fields behind the 18th that workload.fields does not name",
                 beyond_});
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& note) { return note.jobs == 0; }),
            all.end());
  return all;
}

/// Goes to the next line of a job.
std::optional<std::string_view> SwfReader::next_line() {
  while (const auto next = lines_.next()) {
    const auto line = trimmed(*next);
    if (line.empty())
      continue;
    if (line.front() != ';') {
      has_begun_ = true;
      return line;
    }
    if (has_begun_)
      continue;
    header_size_ += line.size();
    if (header_size_ > longest_header)
      lines_.fail("ends a header of more than " + std::to_string(longest_header) +
                  " characters; valid: a shorter header");
    header_.emplace_back(line);
  }
  return std::nullopt;
}

/// Reads the line, and decides whether its job is replayed.
bool SwfReader::is_replayed(std::string_view line) {
  if (!links_.are_kept())
    return is_good(line);
  line_.fill(unknown);
  const bool is_replayed = is_good(line);
  if (!is_replayed && line_[job] >= 0 && line_[job] <= largest_integer &&
      swf_state(line_[status]) != EndState::part)
    links_.leave_out(static_cast<JobId>(line_[job]));
  return is_replayed;
}

bool SwfReader::is_good(std::string_view line) {
  try {
    read(line);
    const auto state = swf_state(line_[status]);
    if (state != EndState::part)
      check_numbers();
    const auto verdict = rows_.verdict_on(recorded(state.value_or(EndState::unknown)));
    if (verdict == ReplayVerdict::refuse_start)
      refuse_field(lines_, wait_time, written(line_[wait_time]), "-1 (unknown), or at least 0");
    if (verdict == ReplayVerdict::refuse_end)
      refuse_field(lines_, run_time, written(line_[run_time]), "-1 (unknown), or at least 0");
    unknown_status_ += !state;
    return verdict == ReplayVerdict::replay;
  } catch (const BadRow& bad) {
    rows_.leave_out(bad);
    return false;
  }
}

void SwfReader::read(std::string_view line) {
  const bool has_more = read_fields(line, lines_, line_, preceding_);
  if (!extra_.empty())
    extra_.read(line, lines_);
  beyond_ += extra_.empty() ? has_more : extra_.leave_some();
}

void SwfReader::check_numbers() {
  for (const auto field : {job, requested_processors, allocated_processors}) {
    const double most = field == job ? largest_integer : std::numeric_limits<int>::max();
    if (line_[field] != std::trunc(line_[field]) || line_[field] > most)
      refuse_field(lines_, field, written(line_[field]), "an integer, at most " + written(most));
  }
  if (links_.are_kept() &&
      (line_[preceding_job] != std::trunc(line_[preceding_job]) || line_[preceding_job] > largest_integer))
    refuse_field(lines_, preceding_job, written(line_[preceding_job]),
                 "-1 (none), or an integer, at most " + written(largest_integer));
  for (const auto field : {submit_time, run_time})
    if (line_[field] >= end_of_dates)
      refuse_field(lines_, field, written(line_[field]), "below " + written(end_of_dates) + " s");
  for (const auto field : {job, submit_time})
    if (line_[field] == unknown)
      refuse_field(lines_, field, "-1", "at least 0");
  if (!in_order_ && !numbers_.add(static_cast<JobId>(line_[job])))
    lines_.bad_row("job number " + written(line_[job]) +
                       " is listed twice; valid: a number of its own for each job",
                   "job number is there twice");
}

/// Where dates are those of the calendar, an end of 0 or -1 says that there was none.
RecordedJob SwfReader::recorded(EndState state) const {
  RecordedJob found;
  found.state = state;
  found.submitted = line_[submit_time];
  if (line_[wait_time] != unknown)
    found.start = line_[submit_time] + line_[wait_time];
  if (line_[run_time] != unknown)
    found.run_time = line_[run_time];
  if (line_[submit_time] >= a_day && line_[run_time] < 0)
    found.end = found.start.value_or(line_[submit_time]) + line_[run_time];
  found.allocated = line_[allocated_processors];
  found.size = processors_of_line();
  return found;
}

/// As many as were requested, or else allocated, unless a setting says which field knows.
double SwfReader::processors_of_line() const {
  if (extra_.give_nodes())
    return extra_.nodes();
  return line_[requested_processors] > 0 ? line_[requested_processors] : line_[allocated_processors];
}

/// Numbers count from 1: 0 names no job.
std::vector<PrecedingJob> SwfReader::preceding_jobs() const {
  std::vector<PrecedingJob> all;
  if (preceding_.empty() && line_[preceding_job] > 0)
    all.push_back({static_cast<JobId>(line_[preceding_job]), links_.kind()});
  for (std::size_t begin = 0; begin < preceding_.size();) {
    const auto end = std::min(preceding_.find('&', begin), preceding_.size());
    all.push_back({parse_number<JobId>(std::string_view(preceding_).substr(begin, end - begin)).value_or(0),
                   links_.kind()});
    begin = end + 1;
  }
  return all;
}

Job SwfReader::job_of_line() {
  from_allocation_ += !extra_.give_nodes() && line_[requested_processors] <= 0;
  with_preceding_ += line_[preceding_job] > 0 || line_[think_time] > 0;
  if (links_.are_kept())
    links_.add(static_cast<JobId>(line_[job]),
               {preceding_jobs(),
                line_[think_time] < 0 ? std::nullopt : std::optional<Seconds>(line_[think_time]), false,
                false, lines_.line()});
  Job read = rigid_job(static_cast<JobId>(line_[job]), line_[submit_time], line_[run_time],
                       static_cast<int>(processors_of_line()), reference_speed_);
  static_cast<Credentials&>(read) = credentials();
  read.metadata = metadata();
  read.walltime =
      estimates_.of(line_[run_time], extra_.give_limit() ? extra_.limit() : line_[requested_time]);
  return read;
}

Credentials SwfReader::credentials() {
  Credentials found;
  found.user = texts_.of(line_[user]);
  found.group = texts_.of(line_[group]);
  found.queue = texts_.of(line_[queue]);
  found.partition = texts_.of(line_[partition]);
  if (line_[executable] >= 0) // many traces give each job one of its own
    found.executable = written(line_[executable]);
  return found;
}

std::string SwfReader::metadata() const {
  std::string text;
  for (const auto& [key, field] : in_metadata)
    if (line_[field] >= 0) {
      text += text.empty() ? "" : ";";
      text += key;
      text += '=';
      if (field == preceding_job && !preceding_.empty())
        text += preceding_;
      else
        append_number(text, line_[field]);
    }
  if (keeps_all_)
    for (const auto& [key, field] : of_the_record)
      if (line_[field] >= 0 && (field != status || line_[status] < 2 || line_[status] > 4)) // parts of a job
        text += (text.empty() ? "" : ";") + std::string(key) + '=' + written(line_[field]);
  if (!extra_.metadata().empty())
    text += (text.empty() ? "" : ";") + extra_.metadata();
  return text;
}

/// The jobs in their order. They are numbered in that order where their own numbers do not increase.
SwfFile file_of(const WorkloadToWrite& workload, const std::vector<WorkloadNote>& lost) {
  SwfFile file;
  file.header = workload.header;
  file.processors = workload.machine.value_or(0);
  file.jobs = swf_jobs(workload.jobs, workload.speed);
  for (const auto* notes : {&workload.notes, &lost})
    for (const auto& note : *notes)
      file.notes.push_back(note.what + ": " + std::to_string(note.jobs));
  file.renumbered = !numbers_increase(file.jobs);
  if (file.renumbered) {
    file.notes.push_back(
        "jobs are numbered in order of submission, in which their own numbers do not increase");
    for (std::size_t i = 0; i < file.jobs.size(); ++i)
      file.jobs[i].line[job] = static_cast<double>(i + 1);
  }
  return file;
}

std::vector<WorkloadNote> write(const WorkloadToWrite& workload, std::ostream& out) {
  auto lost = lost_in_swf(workload.jobs);
  if (workload.header.empty() && !workload.machine)
    lost.push_back({"MaxProcs is left out, since the source does not say the size of its machine",
                    static_cast<std::int64_t>(workload.jobs.size())});
  for (auto& note : write_swf(file_of(workload, lost), out))
    lost.push_back(std::move(note));
  return lost;
}

WorkloadDescriptor described() {
  auto reader = workload_reader<SwfReader>(
      "swf", {".swf", ".swf.gz"}, "rigid jobs from a file in the Standard Workload Format 2.2, plain or gzip",
      "Parallel Workloads Archive; Chapin et al., JSSPP 1999",
      with_trace_parameters(
          {Estimates::parameter("user"), reference_speed_parameter(), bad_rows_parameter(),
           dependencies_parameter(),
           text("fields", "",
                "what fields hold that the 18 of SWF do not, or hold better: FIELD:NUMBER or "
                "FIELD:NUMBER:FORM, with ',' between them, such as nodes:21:NxC. FIELD is nodes, limit, or "
                "job.NAME, which is kept in the metadata")}));
  reader.make = make_trace_source<SwfReader>;
  reader.recorded_nodes = nodes_recorded_in_swf;
  reader.write = write;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha::swf
