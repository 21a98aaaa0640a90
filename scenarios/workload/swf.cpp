// SPDX-License-Identifier: MIT
// The Standard Workload Format 2.2, plain or gzip: one line is one rigid job.
#include "files/recorded_nodes.hpp"
#include "files/resample.hpp"
#include "files/swf_extra.hpp"
#include "files/swf_line.hpp"
#include "files/trace_jobs.hpp"
#include "files/write_swf.hpp"
#include "policies/sdk/errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace malha::swf {
namespace {

class SwfReader : public JobSource {
public:
  explicit SwfReader(const WorkloadInput& input)
      : lines_(input.file), file_(input.file.string()), reference_speed_(input.reference_speed),
        estimates_(input), extra_(input.parameters.text("fields")), keeps_all_(input.keeps_all),
        in_order_(jobs_in_order(input.file)) {
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
  bool read_line();
  void check_numbers();
  double processors_of_line();
  bool skipped(double processors);
  Job job_of_line(double processors);
  std::string metadata() const;

  /// A known field as text.
  std::string known(Field field) const { return line_[field] < 0 ? "" : written(line_[field]); }

  LineReader lines_;
  std::string file_;
  FlopsPerSecond reference_speed_;
  TraceEstimates estimates_;
  ExtraFields extra_;
  bool keeps_all_;                       ///< in metadata
  std::optional<std::int64_t> in_order_; ///< number of lines of jobs, in a file that is in order
  std::unordered_set<double> numbers_;   ///< of jobs, in a file that is not in order
  std::vector<std::string> header_;
  std::optional<std::vector<Job>> sorted_; ///< all jobs, of a file that is not in order
  std::size_t next_ = 0;                   ///< among those
  Line line_{};
  std::string preceding_;
  bool has_begun_ = false;
  std::int64_t given_ = 0, moved_ = 0, beyond_ = 0;
  std::int64_t from_allocation_ = 0, without_run_time_ = 0, without_processors_ = 0;
};

std::optional<Job> SwfReader::next() {
  if (!sorted_)
    return read_next();
  return next_ == sorted_->size() ? std::nullopt : std::optional(std::move((*sorted_)[next_++]));
}

void SwfReader::read_all() {
  std::vector<Job> jobs;
  while (auto read = read_next())
    jobs.push_back(std::move(*read));
  moved_ = sort_by_submission(jobs, [](const Job& job) { return job.submitted; });
  sorted_ = std::move(jobs);
}

std::optional<Job> SwfReader::read_next() {
  while (read_line()) {
    check_numbers();
    const double processors = processors_of_line();
    if (skipped(processors))
      continue;
    ++given_;
    return job_of_line(processors);
  }
  if (given_ == 0)
    throw InputError(file_ + ": holds no job that can run; valid: at least one job whose run time and "
                             "processors are known");
  return std::nullopt;
}

std::vector<WorkloadNote> SwfReader::notes() const {
  std::vector<WorkloadNote> all{{"skipped: run time unknown", without_run_time_},
                                {"skipped: processors unknown", without_processors_},
                                {"processors from allocation", from_allocation_}};
  estimates_.add_to(all);
  all.push_back({"sorted by submission", moved_});
  all.push_back({extra_.empty() ? "ignored: fields behind the 18th"
                                : "ignored: fields behind the 18th that workload.fields does not name",
                 beyond_});
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& note) { return note.jobs == 0; }),
            all.end());
  return all;
}

/// Goes to the next line of a job.
bool SwfReader::read_line() {
  while (const auto next = lines_.next()) {
    const auto line = trimmed(*next);
    if (line.empty())
      continue;
    if (line.front() != ';') {
      has_begun_ = true;
      const bool has_more = read_fields(line, lines_, line_, preceding_);
      if (!extra_.empty())
        extra_.read(line, lines_);
      beyond_ += extra_.empty() ? has_more : extra_.leave_some();
      return true;
    }
    if (!has_begun_)
      header_.emplace_back(line);
  }
  return false;
}

void SwfReader::check_numbers() {
  for (const auto field : {job, requested_processors, allocated_processors}) {
    const double most = field == job ? largest_integer : std::numeric_limits<int>::max();
    if (line_[field] != std::trunc(line_[field]) || line_[field] > most)
      lines_.fail(name_of(field) + " is " + written(line_[field]) + "; valid: an integer, at most " +
                  written(most));
  }
  for (const auto field : {job, submit_time})
    if (line_[field] == unknown)
      lines_.fail(name_of(field) + " is -1; valid: at least 0");
  if (!in_order_ && !numbers_.insert(line_[job]).second)
    lines_.fail("job number " + written(line_[job]) +
                " is there twice; valid: a number of its own for each job");
}

/// As many as were requested, or else allocated, unless a setting says which field knows.
double SwfReader::processors_of_line() {
  if (extra_.give_nodes())
    return extra_.nodes();
  return line_[requested_processors] > 0 ? line_[requested_processors] : line_[allocated_processors];
}

bool SwfReader::skipped(double processors) {
  if (line_[run_time] == unknown)
    ++without_run_time_;
  else if (processors <= 0)
    ++without_processors_;
  else
    return false;
  return true;
}

Job SwfReader::job_of_line(double processors) {
  from_allocation_ += !extra_.give_nodes() && line_[requested_processors] <= 0;
  Job read = rigid_job(static_cast<JobId>(line_[job]), line_[submit_time], line_[run_time],
                       static_cast<int>(processors), reference_speed_);
  read.user = known(user);
  read.queue = known(queue);
  read.metadata = metadata();
  read.walltime =
      estimates_.of(line_[run_time], extra_.give_limit() ? extra_.limit() : line_[requested_time]);
  return read;
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
      {Estimates::parameter("user"), reference_speed_parameter(), resample_parameter(),
       text("fields", "",
            "what fields hold that the 18 of SWF do not, or hold better: FIELD:NUMBER or "
            "FIELD:NUMBER:FORM, with ',' between them, such as nodes:21:NxC. FIELD is nodes, limit, or "
            "job.NAME, which is kept in the metadata")});
  reader.make = make_resampling_source<SwfReader>;
  reader.recorded_nodes = nodes_recorded_in_swf;
  reader.write = write;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha::swf
