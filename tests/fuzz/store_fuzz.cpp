// SPDX-License-Identifier: MIT
// A store is refused as damaged, or read; it is the same when it is read again.
#include "scenarios/runner/campaign/store.hpp"
#include "scratch.hpp"

#include <map>

namespace malha::fuzz::store_harness {

/// All that is in a store.
struct Content {
  std::string request;
  std::vector<CampaignRun> runs;
  std::map<std::string, std::vector<MetricValue>> metrics; ///< by hash

  bool operator==(const Content& other) const {
    return request == other.request && runs == other.runs && metrics == other.metrics;
  }
};

Content content_of(const Store& store) {
  Content content{store.request(), store.runs(), {}};
  for (const auto& hash : store.finished())
    if (const auto metrics = store.metrics(hash))
      content.metrics[hash] = *metrics;
  return content;
}

void check(std::string_view text) {
  const auto& folder = scratch_folder();
  Store::remove(folder);
  ScratchFile(Store::file_name).holding(text);
  Content first;
  if (!is_accepted([&] { first = content_of(Store(folder)); }))
    return;
  require(content_of(Store(folder)) == first, "the content is the same");
  is_accepted([&] {
    Store store(folder);
    store.put("a new run", {{"makespan", 1.5, "s"}, {"messages", 2, "count"}});
    store.begin("a new request", {{"scenario", "run", "a=1", 7, "a new run"}});
  });
}

} // namespace malha::fuzz::store_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::store_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
