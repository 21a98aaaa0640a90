// SPDX-License-Identifier: MIT
// The index of a folder of plugins, with which a catalog knows names and opens nothing.
#include "actors/runtime/plan/catalog.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace malha::testing {
namespace plugin_index_test {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

class PluginIndex : public ::testing::Test {
protected:
  /// The folder has copies of plugins, since this process keeps open those that it wrote the index of.
  PluginIndex() {
    const TemporaryFolder opened;
    for (const auto* folder : {&opened, &folder_}) {
      for (const std::string plugin : {"policies/cluster/fcfs", "workloads/swf", "platforms/star"}) {
        fs::create_directories((*folder / plugin).parent_path());
        fs::copy_file(fs::path(MALHA_PLUGIN_FOLDER) / (plugin + ".so"), *folder / (plugin + ".so"));
      }
    }
    Catalog::write_index(opened.path());
    fs::copy_file(opened / plugin_index_name, folder_ / plugin_index_name);
  }

  Strings names() const {
    Strings names;
    for (const auto& plugin : plugins_in_index(folder_.path()))
      names.push_back(plugin.name);
    return names;
  }
  fs::path plugin(const std::string& name) const { return folder_ / (name + ".so"); }
  /// Other bytes in a plugin of the same size and age.
  static void damage(const fs::path& file) {
    const auto size = fs::file_size(file);
    const auto written = fs::last_write_time(file);
    fs::remove(file); // a new file: the old one may be mapped
    write_text(file, std::string(size, 'x'));
    fs::last_write_time(file, written);
  }

  const TemporaryFolder folder_;
};

TEST_F(PluginIndex, SaysWhatIsWhere) {
  const auto found = plugins_in_index(folder_.path());
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(names(), (Strings{"cluster/fcfs", "swf", "star"}));
  EXPECT_EQ(found[0].kind, PluginKind::policy);
  EXPECT_EQ(found[0].question, "cluster/queue");
  EXPECT_EQ(found[0].file, plugin("policies/cluster/fcfs"));
  EXPECT_EQ(found[1].kind, PluginKind::workload);
  EXPECT_EQ(found[1].endings, (Strings{".swf", ".swf.gz"}));
  EXPECT_EQ(found[2].kind, PluginKind::platform);
}

// The index that the build writes is believed: it has each plugin that can be in it.
TEST(ShippedPlugins, AreInTheirIndex) {
  const Catalog catalog({MALHA_PLUGIN_FOLDER});
  Strings all, indexed;
  for (const auto& [name, policy] : catalog.policies())
    all.push_back(name);
  for (const auto& [name, platform] : catalog.platforms())
    all.push_back(name);
  for (const auto& [name, workload] : catalog.workloads())
    all.push_back(name);
  for (const auto& plugin : plugins_in_index(MALHA_PLUGIN_FOLDER))
    indexed.push_back(plugin.name);
  std::sort(all.begin(), all.end());
  std::sort(indexed.begin(), indexed.end());
  EXPECT_GT(all.size(), 100U);
  EXPECT_EQ(indexed, all);
}

// A plugin that was built again, one that was written over, and all where the index is of another Malha.
TEST_F(PluginIndex, LeavesOutWhatHasChanged) {
  const auto index = folder_ / plugin_index_name;
  fs::last_write_time(plugin("workloads/swf"), fs::last_write_time(index) + std::chrono::seconds(1));
  EXPECT_EQ(names(), (Strings{"cluster/fcfs", "star"}));
  fs::resize_file(plugin("platforms/star"), 10);
  fs::last_write_time(plugin("platforms/star"), fs::last_write_time(index));
  EXPECT_EQ(names(), Strings{"cluster/fcfs"});
  const auto text = text_of(index);
  write_text(index, "plugins of ABI 1" + text.substr(text.find('\n')));
  EXPECT_EQ(names(), Strings());
  write_text(index, text + "policy\tand no more\n");
  EXPECT_EQ(names(), Strings{"cluster/fcfs"});
  fs::remove(index);
  EXPECT_EQ(names(), Strings());
}

// Who opens a damaged plugin hears of it, and nobody else.
TEST_F(PluginIndex, OpensWhatIsNeeded) {
  damage(plugin("platforms/star"));
  const Catalog catalog({folder_.path()});
  EXPECT_EQ(catalog.policies_of("cluster/queue"), Strings{"cluster/fcfs"});
  EXPECT_EQ(catalog.policy("cluster/fcfs").question, "cluster/queue");
  EXPECT_EQ(catalog.reader_of("trace.swf.gz")->name, "swf");
  EXPECT_EQ(catalog.reader_of("trace.csv"), nullptr);
  EXPECT_EQ(catalog.workload("lublin"), nullptr);
  EXPECT_EQ(catalog.file_of("star"), plugin("platforms/star"));
  EXPECT_EQ(thrown<InputError>([&] {
              catalog.platform("star");
            }).find("plugin " + plugin("platforms/star").string() + ": cannot be opened: "),
            0U);
}

TEST_F(PluginIndex, IsNotBelievedBlindly) {
  const auto index = folder_ / plugin_index_name;
  auto text = text_of(index);
  text.replace(text.find("\tstar\t"), 6, "\tmesh\t");
  write_text(index, text);
  const Catalog catalog({folder_.path()});
  EXPECT_EQ(thrown<InputError>([&] { catalog.platform("mesh"); }),
            "plugin " + plugin("platforms/star").string() +
                ": is not what the index of its folder says of 'mesh'; remove index.txt there");
}

// A second folder may not have a name that the index has.
TEST_F(PluginIndex, ClaimsItsNames) {
  const TemporaryFolder other;
  fs::copy_file(plugin("policies/cluster/fcfs"), other / "fcfs.so");
  EXPECT_EQ(thrown<InputError>([&] {
              Catalog({folder_.path(), other.path()});
            }),
            "plugin " + (other / "fcfs.so").string() + ": the name 'cluster/fcfs' is taken by " +
                plugin("policies/cluster/fcfs").string());
}

} // namespace plugin_index_test
} // namespace malha::testing
