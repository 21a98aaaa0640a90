// SPDX-License-Identifier: MIT
#include "write_batsim.hpp"

#include "batsim_application.hpp"
#include "job_sizes.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/plain_text.hpp"
#include "swf.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <set>

namespace malha {
namespace {

using nlohmann::ordered_json;

ordered_json json_number(double value) {
  if (std::abs(value) <= swf::largest_integer && value == std::trunc(value))
    return static_cast<std::int64_t>(value);
  return value;
}

/// Names a profile after what distinguishes it.
std::pair<std::string, ordered_json> profile_of(const Task& task) {
  if (task.reference_speed > 0 && !task.is_delay)
    return {"run time " + shortest(task.length),
            {{"type", "delay"}, {"delay", json_number(task.length)}, {"scaled", true}}};
  if (task.reference_speed > 0)
    return {"delay " + shortest(task.length), {{"type", "delay"}, {"delay", json_number(task.length)}}};
  return {"parallel " + shortest(task.work) + " " + shortest(task.exchange),
          {{"type", "parallel_homogeneous"},
           {"cpu", json_number(task.work)},
           {"com", json_number(task.exchange)}}};
}

bool are_alike(const Fragment& a, const Fragment& b) {
  return a.cpus == b.cpus && a.exclusive == b.exclusive && a.machine.empty() && b.machine.empty();
}

/// Free fragments that follow each other and are alike are one with a count.
ordered_json batsim_fragments(const std::vector<Fragment>& fragments) {
  auto all = ordered_json::array();
  for (auto next = fragments.begin(); next != fragments.end();) {
    const auto& fragment = *next;
    const auto end = std::find_if(next + 1, fragments.end(),
                                  [&](const auto& other) { return !are_alike(fragment, other); });
    ordered_json written{{"cpus", fragment.cpus}};
    if (!fragment.machine.empty())
      written["machine"] = fragment.machine;
    if (fragment.exclusive)
      written["exclusive"] = true;
    if (end - next > 1)
      written["count"] = end - next;
    all.push_back(std::move(written));
    next = end;
  }
  return all;
}

ordered_json batsim_powers(const batsim::Powers& powers) {
  ordered_json written = ordered_json::object();
  for (const auto& [key, names] :
       {std::pair("deallocate", &batsim::powers_to_deallocate()), {"kill", &batsim::powers_to_kill()}})
    for (const auto& [name, power] : *names)
      if (powers.*power)
        written[key].push_back(name);
  return written;
}

ordered_json batsim_extra_data(const Job& job, const Task& task, const std::string& bag) {
  auto extra = ordered_json::object();
  for (const auto& [key, text] : {std::pair("user", &job.user), {"queue", &job.queue}})
    if (!text->empty())
      extra[key] = *text;
  if (const auto metadata = metadata_without_sizes(job); !metadata.empty())
    extra["metadata"] = metadata;
  if (!job.fragments.empty())
    extra["fragments"] = batsim_fragments(job.fragments);
  if (job.service != ServiceClass::common)
    for (const auto& [name, service] : batsim::service_classes())
      if (service == job.service)
        extra["class"] = name;
  if (job.deadline && job.service != ServiceClass::common)
    extra["deadline"] = json_number(*job.deadline);
  if (job.service == ServiceClass::emergency)
    extra["powers"] = batsim_powers(cluster::oscarpbs::powers_in(job.extensions));
  if (const auto* application = multicluster::application_in(job.extensions))
    extra["application"] = batsim::batsim_application(*application);
  if (!bag.empty())
    extra["bag"] = bag;
  if (task.input > 0)
    extra["input"] = json_number(task.input);
  return extra;
}

/// What a file of Batsim has for the jobs: one job a task.
class BatsimFile {
public:
  explicit BatsimFile(const std::vector<Job>& jobs) {
    for (const auto& job : jobs) {
      check(job);
      bags_.insert(job.bag);
      ids_.insert(job.id);
    }
    for (const auto& job : jobs)
      for (const auto& task : job.tasks)
        free_id_ = std::max({free_id_, job.id + 1, task.number + 1});
  }

  /// The first task keeps the id of the job, by which readers know the bag.
  std::vector<ordered_json> written(const Job& job) {
    const std::string bag = name_of_bag(job);
    std::vector<ordered_json> all;
    for (const auto& task : job.tasks) {
      auto [name, profile] = profile_of(task);
      all.push_back(ordered_json{{"id", all.empty() ? job.id : id_of(task)},
                                 {"subtime", json_number(job.submitted)},
                                 {"res", task.resources},
                                 {"profile", name}});
      if (job.walltime)
        all.back()["walltime"] = json_number(*job.walltime);
      if (auto extra = batsim_extra_data(job, task, bag); !extra.empty())
        all.back()["extra_data"] = std::move(extra);
      profiles.emplace(std::move(name), std::move(profile));
    }
    return all;
  }

  std::map<std::string, ordered_json> profiles;

private:
  static void check(const Job& job) {
    for (const auto& [what, text] :
         {std::pair("user", &job.user), {"queue", &job.queue}, {"metadata", &job.metadata}})
      if (const auto forbidden = forbidden_in(*text, true))
        throw InputError("job " + std::to_string(job.id) + ": its " + what + " has " + *forbidden +
                         ", which Batsim's JSON cannot say here; valid: text in UTF-8 without control "
                         "characters");
    const bool is_wide =
        std::any_of(job.tasks.begin(), job.tasks.end(), [](const auto& task) { return task.resources > 1; });
    if (job.tasks.empty() || !job.precedences.empty() || (job.tasks.size() > 1 && is_wide))
      throw InputError("job " + std::to_string(job.id) + " is " +
                       (job.tasks.empty()         ? "without tasks"
                        : job.precedences.empty() ? "a bag with tasks of several resources"
                                                  : "a DAG") +
                       ", which Batsim's JSON cannot say; valid: rigid jobs, bags of tasks");
  }

  std::string name_of_bag(const Job& job) {
    if (!job.bag.empty() || job.tasks.size() == 1)
      return job.bag;
    std::string name = std::to_string(job.id);
    while (!bags_.insert(name).second)
      name += '_';
    return name;
  }

  /// The number of the task in the workload, if it is unique.
  JobId id_of(const Task& task) {
    return task.number >= 0 && ids_.insert(task.number).second ? task.number : free_id_++;
  }

  std::set<std::string> bags_; ///< their names
  std::set<JobId> ids_;        ///< of jobs, and of tasks so far
  JobId free_id_ = 0;          ///< no job or task has it, or a higher one
};

} // namespace

void write_batsim(const std::vector<Job>& jobs, std::ostream& out, std::optional<int> machine) {
  BatsimFile file(jobs);
  out << "{\n";
  if (machine)
    out << "\"nb_res\": " << *machine << ",\n";
  out << "\"jobs\": [";
  const char* separator = "\n";
  for (const auto& job : jobs)
    for (const auto& written : file.written(job)) {
      out << separator << written.dump();
      separator = ",\n";
    }
  out << "\n],\n\"profiles\": {";
  separator = "\n";
  for (const auto& [name, profile] : file.profiles) {
    out << separator << ordered_json(name).dump() << ": " << profile.dump();
    separator = ",\n";
  }
  out << "\n}\n}\n";
}

} // namespace malha
