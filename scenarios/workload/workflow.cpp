// SPDX-License-Identifier: MIT
// A workflow (a DAG of tasks with data) from a file: WfFormat, DAX, DOT, or the JSON of run times by host. It
// is submitted once, or several times.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/workload.hpp"
#include "scenarios/workload/files/workflow_job.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace malha {
namespace {

class WorkflowReader : public JobSource {
public:
  explicit WorkflowReader(const WorkloadInput& input) : dates_(input.parameters.reals("dates")) {
    std::sort(dates_.begin(), dates_.end());
    const auto workflow =
        read_workflow(input.file, options_of_reading(input.parameters, "workload 'workflow'"));
    for (const auto& note : workflow.notes)
      notes_.push_back({note, 1});
    job_ = job_of(workflow, JobTerms(input), input.file.string());
  }

  std::optional<Job> next() override {
    if (next_ == dates_.size())
      return std::nullopt;
    Job job = job_;
    job.id = static_cast<JobId>(next_);
    job.submitted = dates_[next_++];
    return job;
  }
  std::vector<WorkloadNote> notes() const override { return notes_; }
  std::optional<std::int64_t> jobs() const override { return dates_.size(); }

private:
  std::vector<Seconds> dates_;
  Job job_;
  std::size_t next_ = 0;
  std::vector<WorkloadNote> notes_;
};

/// Looks for the first key that tells a workflow from other files in JSON.
class FirstKey : public nlohmann::json::json_sax_t {
public:
  bool is_workflow = false;

  bool null() override { return depth_ > 0; }
  bool boolean(bool) override { return depth_ > 0; }
  bool number_integer(number_integer_t) override { return depth_ > 0; }
  bool number_unsigned(number_unsigned_t) override { return depth_ > 0; }
  bool number_float(number_float_t, const string_t&) override { return depth_ > 0; }
  bool string(string_t&) override { return depth_ > 0; }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return ++depth_ > 0; }
  bool end_object() override { return --depth_ > 0; }
  bool start_array(std::size_t) override { return ++depth_ > 1; }
  bool end_array() override { return --depth_ > 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }
  bool key(string_t& name) override {
    if (depth_ > 1)
      return true;
    is_workflow = name == "workflow" || name == "schemaVersion" || name == "run_times" || name == "edges";
    return !is_workflow && name != "jobs" && name != "profiles" && name != "nb_res";
  }

private:
  int depth_ = 0;
};

bool is_workflow(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown))
    return false;
  if (file.extension() != ".json")
    return true;
  std::ifstream in(file, std::ios::binary);
  FirstKey first;
  nlohmann::json::sax_parse(in, &first);
  return first.is_workflow;
}

WorkloadDescriptor described() {
  std::vector<ParameterSpec> parameters{
      reals("dates", "0", at_least(0), "s", "dates of submission; at each the whole workflow is submitted")};
  for (const auto& more : {parameters_of_jobs(), parameters_of_reading()})
    parameters.insert(parameters.end(), more.begin(), more.end());
  parameters.push_back(reference_speed_parameter());
  auto reader = workload_reader<WorkflowReader>(
      "workflow", {".json", ".dax", ".dot", ".gv"},
      "a workflow from a file: tasks, their precedences, and the data between them",
      "WfCommons, WfFormat 1.4 to 1.6; DAX 2.1 and 3; DOT", std::move(parameters));
  reader.recognizes = is_workflow;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha
