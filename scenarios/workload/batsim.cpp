// SPDX-License-Identifier: MIT
#include "batsim_bags.hpp"
#include "batsim_extra.hpp"
#include "estimates.hpp"
#include "policies/sdk/numbers.hpp"
#include "readers.hpp"
#include "swf.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace malha {
namespace {

using batsim::Fields;
using batsim::FileJob;
using batsim::json;
using batsim::shown;

struct Profile {
  bool is_delay = false;
  Seconds delay = 0;
  Flops work = 0;
  Bytes exchange = 0;
};

/// "; valid: a, b", with no more than the first names.
std::string valid_names(std::vector<std::string> names) {
  constexpr std::size_t most = 10;
  const bool more = names.size() > most;
  names.resize(std::min(names.size(), most));
  return "; valid: " + listed(names) + (more ? ", …" : "");
}

class BatsimReader : public JobSource {
public:
  explicit BatsimReader(const WorkloadInput& input);

  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(std::move(jobs_[next_++].job));
  }
  std::vector<WorkloadNote> notes() const override { return notes_; }

private:
  json parsed() const;
  void read_profiles(const json& profiles);
  void read_jobs(const json& jobs);
  Job read_job(const Fields& fields, std::size_t position) const;
  void read_walltime(const Fields& fields, const Profile& profile, Job& job);
  const Profile& profile_of(const Fields& fields) const;
  bool identify();
  void sort();

  std::string file_;
  FlopsPerSecond reference_speed_;
  std::string rule_; ///< of estimates
  Estimates estimates_;
  std::map<std::string, Profile> profiles_;
  std::vector<FileJob> jobs_;
  std::size_t next_ = 0;
  std::vector<WorkloadNote> notes_;
};

BatsimReader::BatsimReader(const WorkloadInput& input)
    : file_(input.file.string()), reference_speed_(input.reference_speed),
      rule_(input.parameters.text("estimates")), estimates_(rule_, input.random) {
  const json content = parsed();
  const Fields fields(file_, content);
  fields.accept_only({"nb_res", "jobs", "profiles", "version", "command", "date", "description"});
  if (!fields.required("nb_res", "an integer, at least 1").is_number_integer() || content["nb_res"] < 1)
    fields.refuse("nb_res", "an integer, at least 1");
  read_profiles(fields.required("profiles", "an object of profiles"));
  read_jobs(fields.required("jobs", "an array of jobs"));
  const bool are_numbers = identify();
  sort();
  jobs_ = batsim::joined(std::move(jobs_), input.joins_bags, file_, notes_);
  if (!are_numbers)
    for (auto& [job, id] : jobs_)
      job.metadata += (job.metadata.empty() ? "id=" : ";id=") + id;
}

json BatsimReader::parsed() const {
  std::ifstream in(file_, std::ios::binary);
  if (!in || std::filesystem::is_directory(file_))
    throw InputError(file_ + ": cannot be read");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    const auto read = static_cast<std::ptrdiff_t>(std::min(error.byte > 0 ? error.byte - 1 : 0, text.size()));
    const auto line = 1 + std::count(text.begin(), text.begin() + read, '\n');
    throw InputError(file_ + ":" + std::to_string(line) + ": is not JSON at byte " +
                     std::to_string(error.byte) + "; valid: a workload of Batsim");
  } catch (const json::exception&) {
    throw InputError(file_ + ": holds a number beyond all numbers; valid: a workload of Batsim");
  }
}

void BatsimReader::read_profiles(const json& profiles) {
  if (!profiles.is_object())
    throw InputError(file_ + ": 'profiles' is " + shown(profiles) + "; valid: an object of profiles");
  for (const auto& [name, content] : profiles.items()) {
    const Fields fields(file_ + ": profile '" + name + "'", content);
    Profile profile;
    const auto type = fields.required("type", "delay, parallel_homogeneous");
    profile.is_delay = type == "delay";
    if (profile.is_delay) {
      fields.accept_only({"type", "delay"});
      profile.delay = fields.number("delay");
    } else if (type == "parallel_homogeneous") {
      fields.accept_only({"type", "cpu", "com"});
      profile.work = fields.number("cpu");
      profile.exchange = fields.number("com");
    } else {
      fields.refuse("type", "delay, parallel_homogeneous");
    }
    profiles_.emplace(name, profile);
  }
}

void BatsimReader::read_jobs(const json& jobs) {
  if (!jobs.is_array())
    throw InputError(file_ + ": 'jobs' is " + shown(jobs) + "; valid: an array of jobs");
  if (jobs.empty())
    throw InputError(file_ + ": holds no job; valid: at least one");
  for (std::size_t position = 0; position < jobs.size(); ++position) {
    const Fields nameless(file_ + ": job at position " + std::to_string(position), jobs[position]);
    const std::string valid_id = "an integer, at least 0, or text without quotes and control characters";
    const auto& id = nameless.required("id", valid_id);
    if (!id.is_string() && (!id.is_number_integer() || id < 0 || id > swf::largest_integer))
      nameless.refuse("id", valid_id);
    const std::string called = id.is_string() ? nameless.text("id") : id.dump();
    const std::string who = file_ + ": job " + called;
    const Fields fields(who, jobs[position]);
    fields.accept_only({"id", "subtime", "res", "profile", "walltime", "extra_data"});
    Job job = read_job(fields, position);
    read_walltime(fields, profile_of(fields), job);
    if (fields.has("extra_data"))
      batsim::read_extra_data(who + ": extra_data", fields.required("extra_data", ""), job);
    jobs_.push_back({std::move(job), called});
  }
}

Job BatsimReader::read_job(const Fields& fields, std::size_t position) const {
  Job job;
  job.id = static_cast<JobId>(position);
  job.submitted = fields.number("subtime");
  const auto& profile = profile_of(fields);
  Task task;
  task.resources = fields.count("res");
  task.length = profile.delay;
  task.reference_speed = profile.is_delay ? reference_speed_ : 0;
  task.work = profile.is_delay ? profile.delay * reference_speed_ : profile.work;
  task.exchange = profile.exchange;
  job.tasks.push_back(task);
  return job;
}

void BatsimReader::read_walltime(const Fields& fields, const Profile& profile, Job& job) {
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
  else if (profile.is_delay)
    job.walltime = estimates_.of(profile.delay, given);
  else
    fields.fail(
        ": setting workload.estimates=" + rule_ +
        ": its profile is parallel_homogeneous, so that its run time is not known before; valid: user");
}

const Profile& BatsimReader::profile_of(const Fields& fields) const {
  const auto name = fields.text("profile");
  const auto found = profiles_.find(name);
  if (found != profiles_.end())
    return found->second;
  std::vector<std::string> names;
  for (const auto& [known, profile] : profiles_)
    names.push_back(known);
  fields.fail(": unknown profile '" + name + "'" + valid_names(names));
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
      throw InputError(file_ + ": job " + id + " is there twice; valid: an id of its own for each job");
    all_numbers = all_numbers && is_number;
  }
  if (all_numbers)
    for (auto& [job, id] : jobs_)
      job.id = parse_number<JobId>(id).value();
  return all_numbers;
}

void BatsimReader::sort() {
  std::vector<std::size_t> order(jobs_.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return jobs_[a].job.submitted < jobs_[b].job.submitted; });
  std::vector<FileJob> sorted;
  std::int64_t moved = 0;
  sorted.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    moved += order[i] != i;
    sorted.push_back(std::move(jobs_[order[i]]));
  }
  jobs_ = std::move(sorted);
  if (moved > 0)
    notes_.push_back({"sorted by submission", moved});
}

std::unique_ptr<JobSource> make(const WorkloadInput& input) { return std::make_unique<BatsimReader>(input); }

} // namespace

WorkloadGenerator batsim_reader() {
  return {"batsim",
          "rigid jobs and bags of tasks from a file of Batsim: run times (delay), or work and exchange "
          "(parallel_homogeneous)",
          "Batsim; Dutot et al., JSSPP 2016",
          {Estimates::parameter("user"), reference_speed_parameter()},
          make,
          {".json"},
          nodes_recorded_in_batsim};
}

} // namespace malha
