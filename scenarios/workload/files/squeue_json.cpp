// SPDX-License-Identifier: MIT
#include "squeue_json.hpp"

#include "array_tasks.hpp"
#include "field_values.hpp"
#include "first_key.hpp"
#include "policies/sdk/numbers.hpp"
#include "slurm_held_hosts.hpp"

#include <algorithm>
#include <map>

namespace malha {
namespace {

using nlohmann::json;
using Words = std::set<std::string>;

constexpr const char* valid_squeue = "the output of squeue --json";
constexpr Seconds seconds_of_minute = 60;

bool has_any(const Words& words, const Words& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const auto& word) { return words.count(word) > 0; });
}

/// What is to be done with a job.
enum class Fate { runs, waits, leave_out };

/// Reads the jobs of a file one by one.
class Squeue {
public:
  Squeue(std::string file, const SqueueTerms& terms) : file_(std::move(file)), terms_(terms) {}

  void read(const json& content);
  SiteState state(const json& content);

private:
  void read_job(const json& job, std::size_t position);
  Fate fate_of(const SlurmFields& fields);
  bool is_held_back(const SlurmFields& fields, const Words& states);
  SiteJob common(const SlurmFields& fields, JobId number) const;
  void read_running(const SlurmFields& fields, SiteJob job);
  void read_waiting(const SlurmFields& fields, SiteJob job);
  void add_tasks(const SlurmFields& fields, const SiteJob& job);
  void note_what_is_not_modelled(const SlurmFields& fields);
  void note(const std::string& what) { ++notes_[what]; }
  Seconds now_of(const json& content) const;

  const std::string file_;
  const SqueueTerms terms_;
  std::vector<SiteJob> jobs_;
  std::vector<std::pair<SiteJob, std::int64_t>> tasks_; ///< of arrays that wait, and their numbers there
  JobId largest_ = 0;
  Seconds latest_ = 0; ///< of all dates that are over when a file is written
  std::map<std::string, std::int64_t> notes_;
};

void Squeue::read(const json& content) {
  const JsonFields fields(file_, content);
  const json& jobs = fields.required("jobs", valid_squeue);
  if (!jobs.is_array())
    fields.refuse("jobs", "a list of jobs");
  for (std::size_t position = 0; position < jobs.size(); ++position)
    read_job(jobs[position], position);
  // Tasks of arrays that wait have no number of their own yet.
  for (auto& [job, task] : tasks_) {
    job.label = std::to_string(job.number) + '_' + std::to_string(task);
    job.number = ++largest_;
    jobs_.push_back(std::move(job));
  }
}

void Squeue::read_job(const json& content, std::size_t position) {
  const JsonFields nameless(file_ + ": job at position " + std::to_string(position), content);
  const JobId number = SlurmFields(nameless).required_whole("job_id", "the number of the job", 0);
  largest_ = std::max(largest_, number);
  const JsonFields named(file_ + ": job " + std::to_string(number), content);
  const SlurmFields fields(named);
  for (const auto* key : {"submit_time", "last_sched_evaluation"})
    latest_ = std::max(latest_, fields.date_if_any(key));
  const auto fate = fate_of(fields);
  if (fate == Fate::leave_out)
    return;
  if (fate == Fate::runs)
    read_running(fields, common(fields, number));
  else
    read_waiting(fields, common(fields, number));
}

Fate Squeue::fate_of(const SlurmFields& fields) {
  const auto states = fields.words("job_state", "a state such as PENDING or RUNNING, or a list of states");
  if (has_any(states, {"COMPLETING", "SIGNALING", "STAGE_OUT", "STOPPED", "SUSPENDED"})) {
    note("left out: they are suspended, or end");
  } else if (has_any(states, {"RUNNING", "CONFIGURING"})) {
    return Fate::runs;
  } else if (states.count("PENDING") > 0) {
    return is_held_back(fields, states) ? Fate::leave_out : Fate::waits;
  } else {
    note("left out: they are over");
  }
  return Fate::leave_out;
}

/// Whether nobody knows when the job may start.
bool Squeue::is_held_back(const SlurmFields& fields, const Words& states) {
  const auto reason = fields.text("state_reason");
  const bool is_held = fields.number("priority").value_or(1) <= 0 || fields.is_true("hold") ||
                       reason.rfind("JobHeld", 0) == 0 ||
                       has_any(states, {"REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD"});
  const bool depends = reason.rfind("Dependency", 0) == 0;
  if (is_held || depends)
    note(is_held ? "left out: they are held" : "left out: they wait for other jobs");
  return is_held || depends;
}

SiteJob Squeue::common(const SlurmFields& fields, JobId number) const {
  SiteJob job;
  job.number = number;
  job.label = std::to_string(number);
  const auto array = fields.number("array_job_id").value_or(0);
  if (const auto most = fields.number("array_max_tasks").value_or(0); array > 0 && most > 0)
    job.array = {shortest(array), static_cast<int>(std::min<double>(most, std::numeric_limits<int>::max()))};
  if (const auto task = fields.number("array_task_id"); task && array > 0)
    job.label = shortest(array) + '_' + shortest(*task);
  job.who.user = fields.text("user_name");
  if (job.who.user.empty())
    if (const auto user = fields.number("user_id"))
      job.who.user = shortest(*user);
  job.who.account = fields.text("account");
  job.who.group = fields.text("group_name");
  job.who.partition = fields.text("partition");
  job.who.queue = job.who.partition;
  job.who.qos = fields.text("qos");
  job.name = fields.text("name");
  job.priority = fields.number("priority").value_or(0);
  job.submitted = fields.date("submit_time");
  const auto* size = terms_.by_cpus ? "cpus" : "node_count";
  const std::string valid = "a whole number, at least 1";
  const auto found = fields.required_whole(size, valid, 1);
  if (found > std::numeric_limits<int>::max())
    fields.raw().refuse(size, valid);
  job.size = static_cast<int>(found);
  fields.raw().required("time_limit", "minutes, or null if there is no limit");
  if (const auto limit = fields.number("time_limit"); limit && *limit<never&& * limit> 0)
    job.limit = *limit * seconds_of_minute;
  return job;
}

void Squeue::read_running(const SlurmFields& fields, SiteJob job) {
  job.started = fields.date("start_time");
  latest_ = std::max(latest_, *job.started);
  job.on = terms_.by_cpus ? cpus_on_hosts(fields, job.size) : whole_hosts(fields, job.size);
  jobs_.push_back(std::move(job));
}

void Squeue::read_waiting(const SlurmFields& fields, SiteJob job) {
  if (fields.text("state_reason") == "BeginTime") // its user lets it wait until then
    job.begin = fields.date_if_any("eligible_time");
  note_what_is_not_modelled(fields);
  if (fields.text("array_task_string").empty())
    jobs_.push_back(std::move(job));
  else
    add_tasks(fields, job);
}

void Squeue::add_tasks(const SlurmFields& fields, const SiteJob& job) {
  auto list = fields.text("array_task_string");
  if (const auto cut = list.find(",..."); cut != std::string::npos) { // squeue cuts long lists
    list.erase(cut);
    note("arrays whose list of tasks is cut short in the file; the other tasks are missing");
  }
  const auto tasks = array_tasks_in(list);
  if (!tasks)
    fields.raw().refuse("array_task_string", "tasks such as 1-5,8%2");
  for (const auto task : *tasks)
    tasks_.emplace_back(job, task);
}

void Squeue::note_what_is_not_modelled(const SlurmFields& fields) {
  static const Words of_nodes{"", "None", "Priority", "Resources", "BeginTime"};
  if (const auto reason = fields.text("state_reason"); of_nodes.count(reason) == 0)
    note("wait for more than nodes, which is not modelled: " + reason);
  const auto note_any = [&](std::initializer_list<const char*> keys, const std::string& what) {
    if (std::any_of(keys.begin(), keys.end(), [&](const char* key) { return !fields.text(key).empty(); }))
      note(what);
  };
  note_any({"required_nodes", "excluded_nodes", "features"}, "ask for certain nodes, which is not modelled");
  note_any({"licenses", "tres_per_job", "tres_per_node", "tres_per_socket", "tres_per_task"},
           "ask for devices or licences, which is not modelled");
}

/// The date of the file.
Seconds Squeue::now_of(const json& content) const {
  if (terms_.now > 0)
    return terms_.now;
  const JsonFields fields(file_, content);
  const auto updated = SlurmFields(fields).date_if_any("last_update");
  return updated > 0 ? updated : latest_;
}

SiteState Squeue::state(const json& content) {
  SiteState state;
  state.now = now_of(content);
  for (auto& job : jobs_) {
    if (job.runs() && *job.started > state.now)
      throw InputError(file_ + ": job " + job.label + " runs since " + shortest(*job.started) +
                       ", after the date of the file, " + shortest(state.now) +
                       "; valid: a later date, --set workload.now=DATE");
    state.jobs.push_back(std::move(job));
  }
  const auto of_calendar = static_cast<std::int64_t>(state.now * 1e6);
  state.notes.push_back({"dates count from " + iso_text({of_calendar, true, false}) +
                             (terms_.now > 0 ? "" : ", the date of the file"),
                         static_cast<std::int64_t>(state.jobs.size())});
  for (const auto& [what, jobs] : notes_)
    state.notes.push_back({what, jobs});
  return state;
}

} // namespace

SiteState read_squeue(const std::filesystem::path& file, const SqueueTerms& terms) {
  const json content = json_of_file(file, valid_squeue);
  Squeue squeue(file.string(), terms);
  squeue.read(content);
  return squeue.state(content);
}

bool is_squeue(const std::filesystem::path& file) {
  constexpr int of_file = 1, of_job = 3;
  const auto key = first_key_of(file, [](const std::string& name, int depth) {
    static const std::set<std::string> of_files{"meta", "last_update", "profiles", "nb_res"};
    static const std::set<std::string> of_jobs{"job_id", "job_state", "id", "profile", "subtime"};
    return (depth == of_file && of_files.count(name) > 0) || (depth == of_job && of_jobs.count(name) > 0);
  });
  return key == "meta" || key == "last_update" || key == "job_id" || key == "job_state";
}

} // namespace malha
