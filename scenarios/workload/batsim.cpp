// SPDX-License-Identifier: MIT
// Batsim's JSON: jobs and their profiles, rigid jobs and bags of tasks.
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/batsim_bags.hpp"
#include "scenarios/workload/files/batsim_dependencies.hpp"
#include "scenarios/workload/files/batsim_profiles.hpp"
#include "scenarios/workload/files/job_links.hpp"
#include "scenarios/workload/files/recorded_nodes.hpp"
#include "scenarios/workload/files/swf.hpp"
#include "scenarios/workload/files/trace_jobs.hpp"
#include "scenarios/workload/files/trace_source.hpp"
#include "scenarios/workload/files/write_batsim.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace malha {
namespace {

using batsim::Fields;
using batsim::FileJob;
using batsim::json;

constexpr std::size_t most_fragments = 10'000'000; ///< of all jobs

class BatsimReader : public JobSource {
public:
  explicit BatsimReader(const WorkloadInput& input);

  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(std::move(jobs_[next_++].job));
  }
  std::vector<WorkloadNote> notes() const override { return notes_; }
  std::optional<std::int64_t> jobs() const override { return jobs_.size(); }

private:
  void read_jobs(const json& jobs, batsim::Profiles& profiles, batsim::Kept& kept);
  Job read_job(const Fields& fields, std::size_t position, const batsim::Load& load);
  Task read_task(const Fields& fields, const batsim::Load& load);
  void read_walltime(const Fields& fields, const batsim::Load& load, Job& job);
  bool identify();
  void sort();

  std::string file_;
  FlopsPerSecond reference_speed_;
  bool speed_is_given_, delays_are_scaled_;
  std::string rule_; ///< of estimates
  Estimates estimates_;
  batsim::Dependencies dependencies_;
  std::vector<FileJob> jobs_;
  std::size_t next_ = 0;
  std::int64_t unscaled_ = 0;   ///< delays that do not follow the reference speed that was given
  std::int64_t exchanging_ = 0; ///< jobs
  std::vector<WorkloadNote> notes_;
};

BatsimReader::BatsimReader(const WorkloadInput& input)
    : file_(input.file.string()), reference_speed_(input.reference_speed),
      speed_is_given_(input.parameters.real("reference_speed") > 0),
      delays_are_scaled_(input.parameters.text("delay") == "scaled"),
      rule_(input.parameters.text("estimates")), estimates_(rule_, input.random),
      dependencies_(input.parameters, input.keeps_all) {
  const json content = json_of_file(file_, "a workload of Batsim");
  const Fields fields(file_, content);
  if (fields.has("nb_res") && !(content["nb_res"].is_number_integer() && content["nb_res"] >= 1))
    fields.refuse("nb_res", "an integer, at least 1; or none, if the machine is not known");
  batsim::Kept kept;
  batsim::Profiles profiles(file_, fields.required("profiles", "an object of profiles"), kept);
  read_jobs(fields.required("jobs", "an array of jobs"), profiles, kept);
  static const std::set<std::string> known{"nb_res",  "jobs", "profiles",   "version",
                                           "command", "date", "description"};
  for (const auto& [key, value] : content.items())
    if (known.count(key) == 0)
      kept.ignore("ignored: unknown field " + shown(key) + " of the file");
  const bool are_numbers = identify();
  for (auto& [job, id] : jobs_)
    job.tasks.front().number = job.id;
  sort();
  if (dependencies_.any())
    dependencies_.apply(jobs_, file_, notes_);
  jobs_ = batsim::joined(std::move(jobs_), input.joins_bags && !dependencies_.any(), file_, notes_);
  if (!are_numbers)
    for (auto& [job, id] : jobs_)
      job.metadata += (job.metadata.empty() ? "id=" : ";id=") + id;
  if (unscaled_ > 0)
    notes_.push_back({"delays, which reference_speed does not scale", unscaled_});
  if (exchanging_ > 0)
    notes_.push_back(
        {"exchange data, for which Batsim always uses --sg-cfg host/model:ptask_L07", exchanging_});
  kept.add_to(notes_);
}

void BatsimReader::read_jobs(const json& jobs, batsim::Profiles& profiles, batsim::Kept& kept) {
  if (!jobs.is_array())
    throw InputError(file_ + ": 'jobs' is " + shown(jobs) + "; valid: an array of jobs");
  if (jobs.empty())
    throw InputError(file_ + ": holds no job; valid: at least one");
  static const std::set<std::string> known{"id", "subtime", "res", "profile", "walltime", "extra_data"};
  std::size_t fragments = 0;
  for (std::size_t position = 0; position < jobs.size(); ++position) {
    const Fields nameless(file_ + ": job at position " + std::to_string(position), jobs[position]);
    const std::string valid_id = "an integer, at least 0, or text without quotes and control characters";
    const auto& id = nameless.required("id", valid_id);
    if (!id.is_string() && (!id.is_number_integer() || id < 0 || id > swf::largest_integer))
      nameless.refuse("id", valid_id);
    const std::string called = id.is_string() ? nameless.text("id") : id.dump();
    const std::string who = file_ + ": job " + called;
    const Fields fields(who, jobs[position]);
    const auto& load = profiles.load_of(fields, fields.count("res"));
    Job job = read_job(fields, position, load);
    if (fields.has("extra_data"))
      batsim::read_extra_data(who + ": extra_data", jobs[position]["extra_data"], job, kept);
    const bool waits = dependencies_.are_kept() && fields.has("dependencies");
    if (waits)
      dependencies_.read(fields, called);
    for (const auto& [key, value] : jobs[position].items())
      if (known.count(key) == 0 && !(waits && key == "dependencies"))
        kept.keep("job", key, value, job);
    profiles.keep_unknown(fields, job);
    fragments += job.fragments.size();
    if (fragments > most_fragments)
      fields.fail(": the file holds more than " + std::to_string(most_fragments) +
                  " fragments up to here; valid: fewer");
    jobs_.push_back({std::move(job), called});
  }
}

Job BatsimReader::read_job(const Fields& fields, std::size_t position, const batsim::Load& load) {
  Job job;
  job.id = static_cast<JobId>(position);
  job.submitted = fields.number("subtime");
  if (job.submitted >= end_of_dates)
    fields.refuse("subtime", "a number, at least 0 and below 253402300800");
  job.tasks.push_back(read_task(fields, load));
  read_walltime(fields, load, job);
  return job;
}

Task BatsimReader::read_task(const Fields& fields, const batsim::Load& load) {
  Task task;
  task.resources = fields.count("res");
  task.work = load.work;
  task.exchange = load.exchange;
  exchanging_ += load.exchange > 0;
  if (!load.has_delay)
    return task;
  const bool is_scaled = delays_are_scaled_ || load.is_scaled;
  task.work += load.delay * reference_speed_;
  if (!load.gives_work) {
    task.length = load.delay;
    task.reference_speed = reference_speed_;
    task.is_delay = !is_scaled;
    unscaled_ += task.is_delay && speed_is_given_;
  } else if (!is_scaled || !speed_is_given_) {
    fields.fail(": profile '" + fields.text("profile") +
                "' is composed of delays and of work, and Malha runs one or the other; valid: --set "
                "workload.delay=scaled --set workload.reference_speed=S, which makes the delays work");
  }
  return task;
}

void BatsimReader::read_walltime(const Fields& fields, const batsim::Load& load, Job& job) {
  std::optional<Seconds> given;
  if (fields.has("walltime")) {
    const double walltime = fields.number("walltime", -1);
    if (walltime < 0 && walltime != -1)
      fields.refuse("walltime", "-1 (none), or a number, at least 0");
    if (walltime >= 0)
      given = walltime;
  }
  if (rule_ == "user")
    job.walltime = given;
  else if (!load.gives_work)
    job.walltime = estimates_.of(load.delay, given);
  else
    fields.fail(": setting workload.estimates=" + rule_ +
                ": its profile gives work, so that its run time is not known before; valid: user");
}

/// Makes the ids the jobs' numbers when all are numbers, and says whether they are.
bool BatsimReader::identify() {
  std::set<std::string> seen;
  std::set<JobId> seen_numbers; // "1" and "01" are one
  bool all_numbers = true;
  for (const auto& [job, id] : jobs_) {
    const auto number = parse_number<JobId>(id);
    const bool is_number = number && *number >= 0 && static_cast<double>(*number) <= swf::largest_integer;
    if (!seen.insert(id).second || (is_number && !seen_numbers.insert(*number).second))
      throw InputError(file_ + ": job " + id + " is listed twice; valid: an id of its own for each job");
    all_numbers = all_numbers && is_number;
  }
  if (all_numbers)
    for (auto& [job, id] : jobs_)
      job.id = parse_number<JobId>(id).value();
  return all_numbers;
}

void BatsimReader::sort() {
  const auto moved = sort_by_submission(jobs_, [](const FileJob& one) { return one.job.submitted; });
  if (moved > 0)
    notes_.push_back({"sorted by submission", moved});
  TraceDates dates;
  dates.begin(relative_date(jobs_.front().job.submitted));
  for (auto& [job, id] : jobs_)
    move_to(job, dates.of(job.submitted));
  dates.add_to(notes_);
}

std::vector<WorkloadNote> write(const WorkloadToWrite& workload, std::ostream& out) {
  write_batsim(workload.jobs, out, workload.machine);
  const auto& jobs = workload.jobs;
  std::vector<WorkloadNote> lost{
      {"memory, devices, licences, name or reservation, which this format has no place for",
       std::count_if(jobs.begin(), jobs.end(),
                     [](const Job& job) {
                       return job.demands != nullptr || !job.name.empty() || !job.reservation.empty();
                     })},
      {"begin, hold, deadline, constraint or nice value, which this format has no place for",
       std::count_if(jobs.begin(), jobs.end(),
                     [](const Job& job) {
                       return job.dates.are_given() || !job.constraint.empty() || job.nice != 0 ||
                              (job.deadline && job.service == ServiceClass::common);
                     })},
      {"other sizes, law, parts, cost or asks, which this format has no place for",
       std::count_if(jobs.begin(), jobs.end(), [](const Job& job) { return job.sizes != nullptr; })},
      {"nb_res, which Batsim needs, is left out, since the source does not say the size of its machine",
       workload.machine ? 0 : static_cast<std::int64_t>(jobs.size())}};
  lost.erase(std::remove_if(lost.begin(), lost.end(), [](const auto& note) { return note.jobs == 0; }),
             lost.end());
  return lost;
}

WorkloadDescriptor described() {
  auto reader = workload_reader<BatsimReader>(
      "batsim", {".json"},
      "rigid jobs and bags of tasks from a file of Batsim: run times (delay), work and exchange "
      "(parallel…), and sequences of them (composed)",
      "Batsim; Dutot et al., JSSPP 2016",
      with_trace_parameters(
          {Estimates::parameter("user"), reference_speed_parameter(),
           choice("delay", "fixed", {"fixed", "scaled"},
                  "a delay takes that time on every resource, as in Batsim, or at reference_speed, and less "
                  "on a faster one"),
           dependencies_parameter()}));
  reader.make = make_trace_source<BatsimReader>;
  reader.recorded_nodes = nodes_recorded_in_batsim;
  reader.write = write;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha
