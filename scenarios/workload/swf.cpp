// SPDX-License-Identifier: MIT
// The Standard Workload Format 2.2, plain or gzip: one line is one rigid job.
#include "files/recorded_nodes.hpp"
#include "files/resample.hpp"
#include "files/swf_line.hpp"
#include "files/write_swf.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/estimates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_set>

namespace malha::swf {
namespace {

class SwfReader : public JobSource {
public:
  explicit SwfReader(const WorkloadInput& input)
      : lines_(input.file), file_(input.file.string()), reference_speed_(input.reference_speed),
        estimates_(input.parameters.text("estimates"), input.random),
        by_user_(input.parameters.text("estimates") == "user"), in_order_(jobs_in_order(input.file)) {
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
  bool skipped(double processors);
  Job job_of_line(double processors);
  Seconds estimate();
  std::string metadata() const;

  /// A known field as text.
  std::string known(Field field) const { return line_[field] < 0 ? "" : written(line_[field]); }

  LineReader lines_;
  std::string file_;
  FlopsPerSecond reference_speed_;
  Estimates estimates_;
  bool by_user_;
  std::optional<std::int64_t> in_order_; ///< number of lines of jobs, in a file that is in order
  std::unordered_set<double> numbers_;   ///< of jobs, in a file that is not in order
  std::vector<std::string> header_;
  std::optional<std::vector<Job>> sorted_; ///< all jobs, of a file that is not in order
  std::size_t next_ = 0;                   ///< among those
  Line line_{};
  std::string preceding_;
  bool has_begun_ = false;
  std::int64_t given_ = 0, moved_ = 0, beyond_ = 0;
  std::int64_t from_allocation_ = 0, from_run_time_ = 0, above_estimate_ = 0;
  std::int64_t without_run_time_ = 0, without_processors_ = 0;
};

std::optional<Job> SwfReader::next() {
  if (!sorted_)
    return read_next();
  return next_ == sorted_->size() ? std::nullopt : std::optional(std::move((*sorted_)[next_++]));
}

/// Sorts jobs by submission, ties by their place in the file.
void SwfReader::read_all() {
  std::vector<Job> jobs;
  while (auto read = read_next())
    jobs.push_back(std::move(*read));
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return jobs[a].submitted < jobs[b].submitted; });
  sorted_.emplace();
  for (std::size_t i = 0; i < order.size(); ++i) {
    moved_ += order[i] != i;
    sorted_->push_back(std::move(jobs[order[i]]));
  }
}

std::optional<Job> SwfReader::read_next() {
  while (read_line()) {
    check_numbers();
    const double processors =
        line_[requested_processors] > 0 ? line_[requested_processors] : line_[allocated_processors];
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
  std::vector<WorkloadNote> all;
  for (const auto& [what, jobs] : {WorkloadNote{"skipped: run time unknown", without_run_time_},
                                   WorkloadNote{"skipped: processors unknown", without_processors_},
                                   WorkloadNote{"processors from allocation", from_allocation_},
                                   WorkloadNote{"estimate from run time", from_run_time_},
                                   WorkloadNote{"run time above the estimate", above_estimate_},
                                   WorkloadNote{"sorted by submission", moved_},
                                   WorkloadNote{"ignored: fields behind the 18th", beyond_}})
    if (jobs > 0)
      all.push_back({what, jobs});
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
      beyond_ += read_fields(line, lines_, line_, preceding_);
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
  from_allocation_ += line_[requested_processors] <= 0;
  Job read;
  read.id = static_cast<JobId>(line_[job]);
  read.submitted = line_[submit_time];
  read.user = known(user);
  read.queue = known(queue);
  read.metadata = metadata();
  read.walltime = estimate();
  Task task;
  task.number = read.id;
  task.length = line_[run_time];
  task.reference_speed = reference_speed_;
  task.work = task.length * reference_speed_;
  task.resources = static_cast<int>(processors);
  read.tasks.push_back(task);
  return read;
}

/// A requested time of 0 is no limit under which anything could run: it counts as unknown.
Seconds SwfReader::estimate() {
  const bool requested = line_[requested_time] > 0;
  const Seconds estimate =
      estimates_.of(line_[run_time], requested ? std::optional(line_[requested_time]) : std::nullopt);
  from_run_time_ += by_user_ && !requested;
  above_estimate_ += line_[run_time] > estimate;
  return estimate;
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
  return text;
}

/// The jobs in order of submission. They are numbered in that order where their own numbers do not increase.
SwfFile file_of(const WorkloadToWrite& workload, const std::vector<WorkloadNote>& lost) {
  SwfFile file;
  file.header = workload.header;
  file.jobs = swf_jobs(workload.jobs, workload.speed);
  for (const auto* notes : {&workload.notes, &lost})
    for (const auto& note : *notes)
      file.notes.push_back(note.what + ": " + std::to_string(note.jobs));
  std::stable_sort(file.jobs.begin(), file.jobs.end(), [](const auto& a, const auto& b) {
    return std::tie(a.line[submit_time], a.line[job]) < std::tie(b.line[submit_time], b.line[job]);
  });
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
  for (auto& note : write_swf(file_of(workload, lost), out))
    lost.push_back(std::move(note));
  return lost;
}

WorkloadDescriptor described() {
  auto reader = workload_reader<SwfReader>(
      "swf", {".swf", ".swf.gz"}, "rigid jobs from a file in the Standard Workload Format 2.2, plain or gzip",
      "Parallel Workloads Archive; Chapin et al., JSSPP 1999",
      {Estimates::parameter("user"), reference_speed_parameter(), resample_parameter()});
  reader.make = make_resampling_source<SwfReader>;
  reader.recorded_nodes = nodes_recorded_in_swf;
  reader.write = write;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha::swf
