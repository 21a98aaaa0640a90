// SPDX-License-Identifier: MIT
#include "write_swf.hpp"

#include "job_sizes.hpp"
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

/// The number that the text is, and that becomes this text again when it is read.
std::optional<double> swf_number(const std::string& text) {
  const auto number = parse_number<double>(text);
  if (!number || !std::isfinite(*number) || *number < 0)
    return std::nullopt;
  std::string written;
  swf::append_number(written, *number);
  return written == text ? number : std::nullopt;
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

/// The field from which a key of metadata comes.
std::optional<swf::Field> field_of(const std::string& key) {
  const auto found_in = [&key](const auto& all) -> std::optional<swf::Field> {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& known) { return known.first == key; });
    return found == all.end() ? std::nullopt : std::optional(found->second);
  };
  const auto field = found_in(swf::in_metadata);
  return field ? field : found_in(swf::of_the_record);
}

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
    if (const auto field = field_of(key); field && value)
      line[*field] = *value;
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
  out << "; Version: 2.2\n; Computer: " << (file.computer.empty() ? "unknown" : file.computer)
      << "\n; MaxJobs: " << file.jobs.size() << "\n; MaxRecords: " << file.jobs.size() << '\n';
  if (file.processors > 0)
    out << "; MaxNodes: " << file.processors << "\n; MaxProcs: " << file.processors << '\n';
  out << "; Note: written by Malha\n";
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
    SwfJob one{unknown_line(), job.user, job.queue, metadata_without_sizes(job)};
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
  std::int64_t delays = 0, works = 0, unlimited = 0, at_once = 0, demands = 0, reservations = 0, names = 0,
               dates = 0, wishes = 0, sizes = 0;
  for (const auto& job : jobs) {
    const auto& task = only_task(job);
    exchange += task.exchange > 0;
    fragments += !job.fragments.empty();
    service += job.service != ServiceClass::common;
    dates += job.dates.are_given() || (job.deadline && job.service == ServiceClass::common);
    wishes += !job.constraint.empty() || job.nice != 0;
    bags += !job.bag.empty();
    input += task.input > 0;
    applications += multicluster::application_in(job.extensions) != nullptr;
    demands += job.demands != nullptr;
    reservations += !job.reservation.empty();
    names += !job.name.empty();
    sizes += job.sizes != nullptr;
    delays += task.is_delay;
    works += task.reference_speed <= 0;
    unlimited += !job.walltime;
    at_once += job.walltime && *job.walltime <= 0 && (task.length > 0 || task.reference_speed <= 0);
  }
  std::vector<WorkloadNote> lost;
  for (const auto& [what, number] :
       {std::pair("exchange that SWF has no field for", exchange),
        {"fragments that SWF has no field for", fragments},
        {"class and deadline that SWF has no field for", service},
        {"bag that SWF has no field for", bags},
        {"input that SWF has no field for", input},
        {"application that SWF has no field for", applications},
        {"memory, devices or licences that SWF has no field for", demands},
        {"reservation that SWF has no field for", reservations},
        {"name of a job that SWF has no field for", names},
        {"begin, hold or deadline that SWF has no field for", dates},
        {"constraint or nice value that SWF has no field for", wishes},
        {"other sizes, law, parts, cost or asks that SWF has no field for", sizes},
        {"delay, which is a run time in SWF and takes less on a faster host", delays},
        {"work, of which SWF holds the run time at the reference speed", works},
        {"without a walltime, for which readers of SWF take the run time", unlimited},
        {"walltime 0, which SWF takes for unknown", at_once}})
    if (number > 0)
      lost.push_back({what, number});
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
    if (file.is_run) // what became of it in the run
      for (const auto& [key, field] : swf::of_the_record)
        line[field] = job.line[field];
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
