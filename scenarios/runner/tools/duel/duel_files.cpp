// SPDX-License-Identifier: MIT
#include "duel_files.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha::duel {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* asked_file = "duel.json";
constexpr const char* result_file = "result.json";

fs::path file_of_chain(const fs::path& folder, int chain) {
  return folder / "search" / ("chain-" + std::to_string(chain) + ".json");
}

json json_of_found(const Found& found) {
  return {{"ratio", found.ratio}, {"jobs", found.instance.jobs}, {"machines", found.instance.machines}};
}

Found found_in(const json& said) {
  return {{said.at("jobs").get<std::vector<Row>>(), said.at("machines").get<std::vector<Row>>()},
          said.at("ratio").get<double>()};
}

/// Whether nothing is in the folder but what a duel leaves that was killed when it began.
bool is_unused(const fs::path& folder) {
  const auto entries = fs::directory_iterator(folder);
  return std::all_of(begin(entries), end(entries), [](const auto& entry) {
    return entry.path().filename() == std::string(asked_file) + ".partial";
  });
}

/// What `read` makes of a file. Throws InputError if it is not what was written there.
template <class Read>
auto read_from(const fs::path& file, Read&& read) {
  try {
    return read(read_json(file));
  } catch (const json::exception&) {
    throw InputError(file.string() + ": is damaged; valid: remove it, and it is made again");
  }
}

} // namespace

void write_chain(const fs::path& folder, int chain, const ChainState& state) {
  write_json(file_of_chain(folder, chain), {{"legs_done", state.legs_done},
                                            {"tried", state.tried},
                                            {"current", json_of_found(state.current)},
                                            {"best", json_of_found(state.best)}});
}

ChainState read_chain(const fs::path& folder, int chain) {
  const auto file = file_of_chain(folder, chain);
  if (!is_there(file))
    return {};
  return read_from(file, [](const json& said) {
    return ChainState{said.at("legs_done").get<int>(), said.at("tried").get<std::int64_t>(),
                      found_in(said.at("current")), found_in(said.at("best"))};
  });
}

void write_result(const fs::path& folder, const Result& result) {
  auto said = json_of_found(result.worst);
  said["tried"] = result.tried;
  said["found_ratio"] = result.found_ratio;
  said["chain"] = result.chain;
  for (const auto& value : result.values)
    said["values"].push_back(value ? json(*value) : json());
  write_json(folder / result_file, said);
}

Result read_result(const fs::path& folder) {
  return read_from(folder / result_file, [](const json& said) {
    Result result{said.at("tried").get<std::int64_t>(),
                  said.at("found_ratio").get<double>(),
                  said.at("chain").get<int>(),
                  found_in(said),
                  {}};
    for (std::size_t side = 0; side < 2; ++side)
      if (const auto& value = said.at("values").at(side); !value.is_null())
        result.values[side] = value.get<double>();
    return result;
  });
}

bool has_result(const fs::path& folder) { return is_there(folder / result_file); }

bool holds_duel(const fs::path& folder, const json& asked) {
  return is_there(folder / asked_file) && read_json(folder / asked_file) == asked;
}

void check_duel_folder(const fs::path& folder, const json& asked) {
  if (!is_there(folder) || (fs::is_directory(folder) && is_unused(folder)))
    return;
  if (!fs::is_directory(folder))
    throw InputError("output folder " + folder.string() + ": is a file; valid: a folder (-o)");
  if (!is_there(folder / asked_file))
    throw InputError("output folder " + folder.string() +
                     ": holds something else than a duel; valid: another folder (-o)");
  const auto found = read_json(folder / asked_file);
  std::string differs;
  for (const auto& [key, value] : asked.items())
    if (!found.is_object() || !found.contains(key) || found[key] != value)
      differs += (differs.empty() ? "" : ", ") + key;
  if (!differs.empty())
    throw InputError("output folder " + folder.string() + ": holds another duel, which differs in " +
                     differs + "; valid: another folder (-o)");
}

void write_asked(const fs::path& folder, const json& asked) {
  write_json(folder / asked_file, asked);
  make_folder(folder / "search");
}

} // namespace malha::duel
