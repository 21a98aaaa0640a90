// SPDX-License-Identifier: MIT
#include "write_swf.hpp"

#include "policies/multicluster/application.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <set>

namespace malha {
namespace {

/// Of a job that becomes a line of SWF.
const Task& only_task(const Job& job) {
  if (job.tasks.size() != 1)
    throw InputError(
        "job " + std::to_string(job.id) + " has " + std::to_string(job.tasks.size()) +
        " tasks, and a line of SWF is one; valid: jobs of one task, or a path that ends in .json");
  return job.tasks.front();
}

std::optional<double> swf_number(const std::string& text) {
  const auto number = parse_number<double>(text);
  return number && std::isfinite(*number) && *number >= 0 ? number : std::nullopt;
}

/// Gives the names in one field numbers that none of them is, in order of first appearance.
class Numbering {
public:
  Numbering(const std::vector<SwfJob>& jobs, std::string SwfJob::*field) : field_(field) {
    std::set<double> taken;
    for (const auto& job : jobs)
      if (const auto number = swf_number(job.*field))
        taken.insert(*number);
    double free = 0;
    for (const auto& job : jobs)
      if (!(job.*field).empty() && !swf_number(job.*field) && numbers_.count(job.*field) == 0) {
        do
          ++free;
        while (taken.count(free) > 0);
        numbers_[job.*field] = free;
        names_.push_back(job.*field);
      }
  }

  double of(const SwfJob& job) const {
    const auto& text = job.*field_;
    if (text.empty())
      return swf::unknown;
    const auto named = numbers_.find(text);
    return named == numbers_.end() ? swf_number(text).value() : named->second;
  }

  void write_names(const char* what, std::ostream& out) const {
    for (const auto& name : names_)
      out << "; Note: " << what << ' ' << numbers_.at(name) << " is " << name << '\n';
  }

private:
  std::string SwfJob::*field_;
  std::map<std::string, double> numbers_;
  std::vector<std::string> names_;
};

/// Puts metadata back into the fields they come from, several preceding jobs into their text; false when
/// something has none.
bool put_metadata(const std::string& text, swf::Line& line, std::string& preceding) {
  preceding.clear();
  bool complete = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(';', begin), text.size());
    const auto equals = std::min(text.find('=', begin), end);
    const auto key = text.substr(begin, equals - begin);
    const auto written = text.substr(std::min(equals + 1, end), end - std::min(equals + 1, end));
    const auto value = swf_number(written);
    const auto found = std::find_if(swf::in_metadata.begin(), swf::in_metadata.end(),
                                    [&](const auto& known) { return known.first == key; });
    if (found != swf::in_metadata.end() && value)
      line[found->second] = *value;
    else if (key == "preceding" && swf::is_list(written))
      preceding = written;
    else
      complete = false;
    begin = end + 1;
  }
  return complete;
}

void write_header(const SwfFile& file, std::ostream& out) {
  for (const auto& line : file.header)
    out << line << '\n';
  if (!file.header.empty())
    return;
  auto processors = static_cast<double>(file.processors);
  for (const auto& job : file.jobs)
    processors =
        std::max({processors, job.line[swf::requested_processors], job.line[swf::allocated_processors], 1.0});
  std::string most;
  swf::append_number(most, processors);
  out << "; Version: 2.2\n; Computer: " << (file.computer.empty() ? "unknown" : file.computer)
      << "\n; MaxJobs: " << file.jobs.size() << "\n; MaxRecords: " << file.jobs.size()
      << "\n; MaxNodes: " << most << "\n; MaxProcs: " << most << "\n; Note: written by Malha\n";
}

} // namespace

swf::Line unknown_line() {
  swf::Line line;
  line.fill(swf::unknown);
  return line;
}

std::vector<SwfJob> swf_jobs(const std::vector<Job>& jobs, FlopsPerSecond speed) {
  std::vector<SwfJob> written;
  written.reserve(jobs.size());
  for (const auto& job : jobs) {
    const auto& task = only_task(job);
    if (task.reference_speed <= 0 && speed <= 0)
      throw InputError("job " + std::to_string(job.id) +
                       " gives work, and SWF holds run times; valid: --set " +
                       "workload.reference_speed=S, at which its run time is taken");
    SwfJob one{unknown_line(), job.user, job.queue, job.metadata};
    one.line[swf::job] = static_cast<double>(job.id);
    one.line[swf::submit_time] = job.submitted;
    one.line[swf::run_time] = task.reference_speed > 0 ? task.length : task.work / speed;
    one.line[swf::requested_processors] = task.resources;
    one.line[swf::requested_time] = job.walltime.value_or(swf::unknown);
    written.push_back(std::move(one));
  }
  return written;
}

std::vector<WorkloadNote> lost_in_swf(const std::vector<Job>& jobs) {
  std::int64_t exchange = 0, fragments = 0, service = 0, bags = 0, input = 0, applications = 0;
  for (const auto& job : jobs) {
    exchange += only_task(job).exchange > 0;
    fragments += !job.fragments.empty();
    service += job.service != ServiceClass::common;
    bags += !job.bag.empty();
    input += only_task(job).input > 0;
    applications += multicluster::application_in(job.extensions) != nullptr;
  }
  std::vector<WorkloadNote> lost;
  for (const auto& [what, number] : {std::pair("exchange", exchange),
                                     {"fragments", fragments},
                                     {"class and deadline", service},
                                     {"bag", bags},
                                     {"input", input},
                                     {"application", applications}})
    if (number > 0)
      lost.push_back({std::string(what) + " that SWF has no field for", number});
  return lost;
}

bool numbers_increase(const std::vector<SwfJob>& jobs) {
  return std::adjacent_find(jobs.begin(), jobs.end(), [](const auto& a, const auto& b) {
           return a.line[swf::job] >= b.line[swf::job];
         }) == jobs.end();
}

std::vector<WorkloadNote> write_swf(const SwfFile& file, std::ostream& out) {
  const Numbering users(file.jobs, &SwfJob::user), queues(file.jobs, &SwfJob::queue);
  write_header(file, out);
  for (const auto& note : file.notes)
    out << "; Note: " << note << '\n';
  users.write_names("user", out);
  queues.write_names("queue", out);
  std::int64_t incomplete = 0;
  std::string text, preceding;
  for (const auto& job : file.jobs) {
    auto line = job.line;
    line[swf::user] = users.of(job);
    line[swf::queue] = queues.of(job);
    incomplete += !put_metadata(job.metadata, line, preceding);
    if (file.renumbered)
      line[swf::preceding_job] = line[swf::think_time] = swf::unknown;
    text.clear();
    for (std::size_t field = 0; field < swf::fields; ++field) {
      text += text.empty() ? "" : " ";
      if (field == swf::preceding_job && !preceding.empty() && !file.renumbered)
        text += preceding;
      else
        swf::append_number(text, line[field]);
    }
    out << text << '\n';
  }
  return incomplete > 0 ? std::vector<WorkloadNote>{{"metadata that SWF has no field for", incomplete}}
                        : std::vector<WorkloadNote>{};
}

} // namespace malha
