// SPDX-License-Identifier: MIT
// Gives every file of the folders and files named on the command line to a harness, as libFuzzer would do,
// where the compiler has none.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** arguments) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i)
    if (!fs::is_directory(arguments[i]))
      files.emplace_back(arguments[i]);
    else
      for (const auto& entry : fs::directory_iterator(arguments[i]))
        files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    std::cerr << "there is no input\n";
    return 1;
  }
  for (const auto& file : files) {
    std::cerr << file.filename().string() << '\n'; // the last one named is the one that ended the process
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> text(std::istreambuf_iterator<char>(in), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::cout << files.size() << " inputs\n";
}
