// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"

#include <nlohmann/json.hpp>

namespace malha {

/// Everything that determines one simulation.
struct Identity {
  nlohmann::json manifest; ///< every parameter, and every input by its content; nothing about the machine
  nlohmann::json binaries; ///< program, libraries and plugins that take part, by their content
  nlohmann::json request;  ///< the request, with absolute paths: not part of the hash
  std::string commit;      ///< of the sources, "": unknown; not part of the hash

  /// A hash that two simulations share if they differ only in their seed.
  std::string cell_hash() const;
};

/// The hash of a run. Two runs of the same hash give the same result.
std::string run_hash(const std::string& cell_hash, std::uint64_t seed);

/// Finds identities. It reads each file once, so use one identifier for a whole campaign.
class Identifier {
public:
  explicit Identifier(const Library& library) : library_(library) {}

  Identity identity(const SimulationPlan& plan, const RunRequest& request);
  /// The same, if the hashes of the binaries are known already.
  Identity identity(const SimulationPlan& plan, const RunRequest& request, nlohmann::json binaries);
  /// Makes the identifier read inputs again.
  void forget_inputs() { input_hashes_.clear(); }

private:
  nlohmann::json platform_of(const PlatformSource& platform);
  nlohmann::json workload_of(const WorkloadSource& workload);
  nlohmann::json binaries_of(const SimulationPlan& plan);
  const std::string& input_hash(const std::filesystem::path& file);
  const std::string& binary_hash(const std::filesystem::path& file);

  const Library& library_;
  const std::vector<std::filesystem::path> runtime_libraries_ = runtime_libraries();
  std::map<std::filesystem::path, std::string> input_hashes_;
  std::map<std::filesystem::path, std::string> binary_hashes_;
};

} // namespace malha
