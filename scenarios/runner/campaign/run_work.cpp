// SPDX-License-Identifier: MIT
#include "run_work.hpp"

#include "actors/runtime/simgrid/engine.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/run_request.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace malha {
namespace {

using nlohmann::json;

/// Prepares runs in a group server, and simulates one in each process that is forked from it.
class RunWork {
public:
  RunWork(const Library& library, CommandInfo command)
      : library_(library), command_(std::move(command)), identifier_(library) {}

  /// Plans the run, and makes the platform with the first run of a group. This is done before the fork: a
  /// page that this process has written to is not copied once more by each run.
  void prepare(const std::string& bytes) {
    plan_run(bytes);
    if (!has_platform_)
      prepare_platform(*plan_);
    has_platform_ = true;
    check_inputs();
  }

  Outcome simulate(const std::string& bytes) {
    if (bytes != bytes_) {
      plan_run(bytes);
      check_inputs();
    }
    return run_->folder.empty() ? run_only(*plan_, {}) : run_into(run_->folder, *plan_, identity_, command_);
  }

private:
  /// Runs of one cell differ by their seed alone.
  void plan_run(const std::string& bytes) {
    bytes_.clear();
    const auto cell = run_ ? run_->planned->hash : "";
    run_ = SerializedRun::from(bytes);
    if (run_->planned->hash != cell)
      plan_.reset();
    if (!plan_)
      plan_.emplace(library_.plan_again(run_->request));
    plan_->seed = run_->request.seed;
    bytes_ = bytes;
  }

  /// Throws InputError if an input has changed since the hash of the run was made. Reads the inputs, and sets
  /// `identity_`, only if their stamps leave a doubt, or if the run keeps records, which have the identity.
  void check_inputs() {
    const bool is_unchanged = run_->planned->is_unchanged();
    if (is_unchanged && run_->folder.empty())
      return;
    if (!is_unchanged)
      identifier_.forget_inputs();
    identity_ = identifier_.identity(*plan_, run_->request, json::parse(*run_->planned->binaries));
    if (run_hash(identity_.cell_hash(), run_->request.seed) != run_->hash)
      throw InputError("an input file changed while the campaign ran; run the same command again");
  }

  const Library& library_;
  CommandInfo command_;
  Identifier identifier_;
  std::string bytes_; ///< of `run_`
  std::optional<SerializedRun> run_;
  std::optional<SimulationPlan> plan_; ///< of `run_`
  Identity identity_;                  ///< of `run_`, if `check_inputs` has made it
  bool has_platform_ = false;
};

} // namespace

std::string SerializedRun::bytes() const {
  json stamps = json::array();
  for (const auto& input : planned->inputs)
    stamps.push_back(input->to_json());
  std::string bytes;
  json::to_msgpack(
      json::array({json_of(request), hash, stamps, *planned->binaries, folder.string(), planned->hash}),
      bytes);
  return bytes;
}

SerializedRun SerializedRun::from(const std::string& bytes) {
  const auto run = json::from_msgpack(bytes);
  PlannedCell planned;
  for (const auto& stamp : run.at(2))
    planned.inputs.push_back(std::make_shared<const StampedFile>(stamp));
  planned.binaries = std::make_shared<const std::string>(run.at(3));
  planned.hash = run.at(5);
  return {request_from(run.at(0)), run.at(1), std::make_shared<const PlannedCell>(std::move(planned)),
          run.at(4).get<std::string>()};
}

SerializedWork run_work(const Library& library, const CommandInfo& command) {
  const auto work = std::make_shared<RunWork>(library, command);
  return {[work](const std::string& bytes) { work->prepare(bytes); },
          [work](const std::string& bytes) { return work->simulate(bytes); }};
}

} // namespace malha
