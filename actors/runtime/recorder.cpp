// SPDX-License-Identifier: MIT
#include "recorder.hpp"

#include <algorithm>
#include <limits>

namespace malha {

Recorder::Recorder(std::filesystem::path folder, const Executions& executions)
    : folder_(std::move(folder)), executions_(executions) {
  if (folder_.empty())
    return;
  jobs_ = open_for_writing(folder_ / "jobs.csv");
  resources_ = open_for_writing(folder_ / "resources.csv");
  jobs_ << jobs_header() << '\n';
  resources_ << resources_header() << '\n';
}

int Recorder::add_resource(const std::string& host, FlopsPerSecond speed, int cores, const std::string& site,
                           int slots) {
  if (!folder_.empty())
    resources_ << csv_line(ResourceRow{next_resource_, host, speed, cores, site, "", slots}) << '\n';
  return next_resource_++;
}

void Recorder::finished(JobRow row) {
  held_.push_back(std::move(row));
  if (held_.size() >= look_at_) {
    write_before(executions_.settled_until());
    look_at_ = std::max(held_rows, 2 * held_.size());
  }
}

void Recorder::write_before(Seconds date) {
  std::sort(held_.begin(), held_.end(), [](const JobRow& a, const JobRow& b) {
    return a.finish != b.finish ? a.finish < b.finish : a.task.id < b.task.id;
  });
  std::size_t written = 0;
  for (; written < held_.size() && held_[written].finish < date; ++written) {
    const auto& row = held_[written];
    schedule_.add(row.task.submitted, row.start, row.finish);
    if (!folder_.empty())
      jobs_ << csv_line(row) << '\n';
  }
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(written));
}

void Recorder::close() {
  write_before(std::numeric_limits<Seconds>::infinity());
  if (folder_.empty())
    return;
  close_written(jobs_, folder_ / "jobs.csv");
  close_written(resources_, folder_ / "resources.csv");
}

} // namespace malha
