// SPDX-License-Identifier: MIT
#include "job_sizes.hpp"

#include "metadata.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha {

bool has_long_law(const Malleability& sizes) { return sizes.law.text().size() > longest_metadata; }

std::string metadata_of(const Malleability& sizes) {
  const bool any_date = sizes.parts == Malleability::any_date;
  const std::string law = sizes.law.text();
  return std::string("type=") + name_of(sizes.kind) + ";min_nodes=" + std::to_string(sizes.min) +
         ";max_nodes=" + std::to_string(sizes.max) +
         (law.size() > longest_metadata ? "" : ";law=" + metadata_text(law)) +
         ";parts=" + (any_date ? "inf" : std::to_string(sizes.parts)) + ";work=" + shortest(sizes.work);
}

/// They stand at the end, behind a ';' where there are others.
std::string metadata_without_sizes(const Job& job) {
  std::string metadata = job.metadata;
  if (job.sizes != nullptr) {
    const auto length = metadata_of(*job.sizes).size() + 1;
    metadata.resize(metadata.size() - std::min(metadata.size(), length));
  }
  return metadata;
}

void give_sizes(Job& job, Malleability sizes) {
  std::string metadata = metadata_without_sizes(job);
  job.sizes = nullptr;
  if (sizes.kind != JobKind::rigid) {
    metadata += (metadata.empty() ? "" : ";") + metadata_of(sizes);
    job.sizes = std::make_shared<const Malleability>(std::move(sizes));
  }
  job.metadata = std::move(metadata);
}

void scale_work(Job& job, double factor) {
  if (job.sizes == nullptr)
    return;
  auto scaled = *job.sizes;
  scaled.set_run_at_pref(scaled.run_at_pref * factor);
  give_sizes(job, std::move(scaled));
}

std::optional<ResizeCost> cost_in(const std::string& text) {
  const auto numbers = split(text, '/');
  const auto grow = parse_number<double>(numbers.front()), shrink = parse_number<double>(numbers.back());
  if (numbers.size() > 2 || !grow || !shrink)
    return std::nullopt;
  return ResizeCost{*grow, *shrink};
}

std::optional<int> parts_in(const std::string& text) {
  return text == "inf" ? std::optional<int>(Malleability::any_date) : parse_number<int>(text);
}

} // namespace malha
